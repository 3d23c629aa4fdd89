//! Tests of the simulation, and of the bound against it.

use super::random::unit_seconds;
use super::*;

/// A search of equal workers and equal times, none of which is lost, with a server that takes
/// no time.
fn ideal(islands: u32, workers: u32, topology: Topology) -> Setting {
    Setting {
        islands,
        workers,
        topology,
        epochs: 20,
        epoch_sigma: 0.0,
        straggler_share: 0.0,
        loss_seconds: f64::INFINITY,
        bandwidth: f64::INFINITY,
        server_operations: f64::INFINITY,
        latency_seconds: 0.0,
        ..Setting::default()
    }
}

const TOPOLOGIES: [Topology; 3] = [Topology::Ring, Topology::Complete, Topology::Alone];

#[test]
fn one_worker_takes_the_sum_of_the_times() {
    for topology in TOPOLOGIES {
        let setting = Setting {
            epoch_sigma: 0.7,
            ..ideal(7, 1, topology)
        };
        let mut sum = 0.0;
        let mut units = 0;
        let outcome = simulate_watched(&setting, |step| {
            sum += unit_seconds(&setting, step.unit);
            units += 1;
        })
        .unwrap();
        assert_eq!((outcome.makespan, units), (sum, 140));
        assert!((outcome.efficiency - 1.0).abs() < 1e-12);
    }
}

#[test]
fn workers_without_an_island_are_idle() {
    for topology in TOPOLOGIES {
        for (islands, workers) in [(8, 8), (8, 20), (1, 3), (2, 3)] {
            let outcome = simulate(&ideal(islands, workers, topology)).unwrap();
            let expected = f64::from(islands) / f64::from(workers);
            assert!((outcome.efficiency - expected).abs() < 1e-12);
            assert!((outcome.idle - (1.0 - expected)).abs() < 1e-12);
            assert_eq!(outcome.longest_queue, 0);
        }
    }
}

/// Runs in which everything happens.
fn rough(topology: Topology, seed: u64) -> Setting {
    Setting {
        islands: 24,
        workers: 10,
        epochs: 30,
        topology,
        straggler_share: 0.2,
        loss_seconds: 300.0,
        bandwidth: 2e6,
        checkpoint_epochs: 5,
        seed,
        ..Setting::default()
    }
}

#[test]
fn no_unit_starts_before_its_inputs_are_done() {
    for topology in TOPOLOGIES {
        let setting = rough(topology, 3);
        let count = setting.islands as usize;
        let mut ends = vec![vec![None; setting.epochs as usize]; count];
        let mut steps = Vec::new();
        let outcome = simulate_watched(&setting, |step| {
            let end = &mut ends[step.unit.island as usize][step.unit.epoch as usize];
            assert_eq!(end.replace(step.end), None, "done twice");
            steps.push(*step);
        })
        .unwrap();
        assert_eq!(steps.len() as u64, setting.units());
        assert!(outcome.losses > 0);
        for step in steps.iter().filter(|step| step.unit.epoch > 0) {
            let island = step.unit.island as usize;
            let inputs: Vec<usize> = match topology {
                Topology::Ring => vec![island, (island + count - 1) % count],
                Topology::Complete => (0..count).collect(),
                Topology::Alone => vec![island],
            };
            for input in inputs {
                assert!(ends[input][step.unit.epoch as usize - 1].unwrap() <= step.start);
            }
        }
    }
}

#[test]
fn no_worker_has_two_units_at_once() {
    let mut free = [0.0; 10];
    simulate_watched(&rough(Topology::Ring, 4), |step| {
        let worker = step.worker as usize;
        assert!(free[worker] <= step.start);
        free[worker] = step.end;
    })
    .unwrap();
}

#[test]
fn the_shares_sum_to_one() {
    for topology in TOPOLOGIES {
        let outcome = simulate(&rough(topology, 5)).unwrap();
        let computed = outcome.efficiency + outcome.slowed;
        let sum = computed + outcome.idle + outcome.transfer + outcome.lost + outcome.down;
        assert!((sum - 1.0).abs() < 1e-9);
        let shares = [
            outcome.slowed,
            outcome.idle,
            outcome.transfer,
            outcome.lost,
            outcome.down,
        ];
        assert!(shares.iter().all(|share| *share > 0.0));
        assert!((0.0..=1.0).contains(&outcome.server_busy));
    }
}

#[test]
fn losses_only_add_time() {
    for topology in TOPOLOGIES {
        for seed in 0..10 {
            let with = rough(topology, seed);
            let without = Setting {
                loss_seconds: f64::INFINITY,
                ..with.clone()
            };
            let (with, without) = (simulate(&with).unwrap(), simulate(&without).unwrap());
            assert!(with.makespan > without.makespan);
            assert_eq!((without.losses, without.lost, without.down), (0, 0.0, 0.0));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let run = |seed| simulate(&rough(Topology::Ring, seed)).unwrap();
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn the_lead_is_bounded_by_the_topology() {
    let lead = |topology| simulate(&rough(topology, 6)).unwrap().largest_lead;
    assert_eq!(lead(Topology::Complete), 1);
    assert!((2..=23).contains(&lead(Topology::Ring)));
    assert!(lead(Topology::Alone) > lead(Topology::Complete));
}

#[test]
fn no_run_exceeds_the_bound() {
    for topology in TOPOLOGIES {
        for islands in [10, 40, 80, 400] {
            for (bandwidth, loss_seconds) in [(1e9, 2000.0), (5e6, f64::INFINITY), (1e6, 2000.0)] {
                let rough = Setting {
                    islands,
                    workers: 40,
                    topology,
                    bandwidth,
                    loss_seconds,
                    epochs: 40,
                    ..Setting::default()
                };
                let even = Setting {
                    epoch_sigma: 0.0,
                    loss_seconds: f64::INFINITY,
                    ..rough.clone()
                };
                let excess =
                    |setting| simulate(setting).unwrap().efficiency / bound(setting).efficiency;
                // The bound is one of the mean, and the mean of so many units is a bit off.
                let units = f64::from(islands) * 40.0;
                assert!(excess(&rough) < 1.0 + 2.0 * 0.5 / units.sqrt(), "{rough:?}");
                assert!(excess(&even) < 1.0 + 1e-4, "{even:?}");
            }
        }
    }
}

#[test]
fn the_bound_names_what_is_in_the_way() {
    let ideal = ideal(40, 20, Topology::Ring);
    let limit = |setting: Setting| bound(&setting).limit;
    assert_eq!(limit(ideal.clone()), Limit::Nothing);
    assert_eq!(
        limit(Setting {
            islands: 10,
            ..ideal.clone()
        }),
        Limit::Islands
    );
    assert_eq!(
        limit(Setting {
            latency_seconds: 0.1,
            ..ideal.clone()
        }),
        Limit::Transfer
    );
    assert_eq!(
        limit(Setting {
            server_operations: 40.0,
            ..ideal.clone()
        }),
        Limit::Server
    );
    assert_eq!(
        limit(Setting {
            straggler_share: 0.3,
            ..ideal.clone()
        }),
        Limit::Stragglers
    );
    assert_eq!(
        limit(Setting {
            loss_seconds: 100.0,
            ..ideal.clone()
        }),
        Limit::Losses
    );
    assert_eq!(
        limit(Setting {
            islands: 20,
            epoch_sigma: 0.5,
            ..ideal
        }),
        Limit::Waiting
    );
}

#[test]
fn the_bound_is_close_where_one_thing_binds() {
    let ideal = ideal(400, 20, Topology::Alone);
    let cases = [
        Setting {
            latency_seconds: 0.1,
            ..ideal.clone()
        },
        Setting {
            server_operations: 20.0,
            ..ideal.clone()
        },
        Setting {
            islands: 10,
            ..ideal
        },
    ];
    for setting in cases {
        let (outcome, bound) = (simulate(&setting).unwrap(), bound(&setting));
        assert!(
            outcome.efficiency > 0.97 * bound.efficiency,
            "{outcome:?} {bound:?}"
        );
    }
}

#[test]
fn unit_times_have_the_mean_and_deviation_asked_for() {
    let setting = Setting::default();
    let units = (0..40_000).map(|number| Unit {
        island: number % 200,
        epoch: number / 200,
    });
    let times: Vec<f64> = units.map(|unit| unit_seconds(&setting, unit)).collect();
    let mean = times.iter().sum::<f64>() / 40_000.0;
    let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / 40_000.0;
    assert!((mean - 10.0).abs() < 0.1);
    // The square root of exp(0.25) - 1 is 0.533.
    assert!((variance.sqrt() - 5.33).abs() < 0.15);
}

#[test]
fn the_estimate_for_a_ring_is_close() {
    let ideal = ideal(100, 100, Topology::Ring);
    for epoch_sigma in [0.1, 0.25, 0.5] {
        let setting = Setting {
            epoch_sigma,
            epochs: 300,
            ..ideal.clone()
        };
        let growth = simulate(&setting).unwrap().makespan / 3000.0;
        let bound = bound(&setting);
        assert!(growth > bound.growth);
        assert!(
            (growth / bound.growth_estimate - 1.0).abs() < 0.04,
            "{growth} {bound:?}"
        );
    }
}

#[test]
fn every_byte_passes_the_server() {
    let setting = Setting {
        loss_seconds: f64::INFINITY,
        ..rough(Topology::Ring, 7)
    };
    let outcome = simulate(&setting).unwrap();
    let per_unit = setting.fetched_bytes() + setting.stored_bytes() + setting.log_bytes;
    // After 5, 10, 15, 20 and 25 epochs; what comes after the run is left out.
    let asked = 5 * 24 - outcome.states_unread.saturating_sub(1);
    let bytes = setting.units() as f64 * per_unit + asked as f64 * setting.state_bytes;
    assert!((outcome.bytes_per_second * outcome.makespan / bytes - 1.0).abs() < 1e-9);
}

#[test]
fn nonsense_is_refused() {
    let default = Setting::default;
    assert!(
        simulate(&Setting {
            workers: 0,
            ..default()
        })
        .is_err()
    );
    assert!(
        simulate(&Setting {
            bandwidth: 0.0,
            ..default()
        })
        .is_err()
    );
    assert!(
        simulate(&Setting {
            epoch_sigma: f64::NAN,
            ..default()
        })
        .is_err()
    );
    assert!(
        simulate(&Setting {
            straggler_share: 1.5,
            ..default()
        })
        .is_err()
    );
    // Every worker is lost long before its unit is done.
    assert!(
        simulate(&Setting {
            loss_seconds: 0.5,
            epochs: 2,
            ..default()
        })
        .is_err()
    );
}
