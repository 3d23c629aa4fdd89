//! The questions of the page.

use crate::config::{self, SearchQuery};
use crate::search::PageSearch;
use boilingpoint_explorer::{
    ExplorerQuery, FILE, KeptAppraiser, answer, certificate, form, looked, problem, written_game,
};
use boilingpoint_plan::game_from_text;
use std::path::Path;

/// The folder of a run. Each search has a module of its own.
const FOLDER: &str = "/run";

/// The state between two questions.
#[derive(Default)]
pub struct Questions {
    appraiser: KeptAppraiser,
    search: Option<PageSearch>,
}

impl Questions {
    /// Answers a question: its kind, a line end, and a text. The answer is HTML, a config, or the
    /// bytes of an archive.
    pub fn answer(&mut self, question: &str) -> Vec<u8> {
        let (kind, text) = question.split_once('\n').unwrap_or((question, ""));
        let asked = || ExplorerQuery::read(text, FILE);
        let answer = match kind {
            "form" => Ok(form(&asked())),
            "game" => Ok(written_game(text, |rules| {
                let game = game_from_text("rules", rules).map_err(|e| e.render(false))?;
                Ok(game.ruleset)
            })),
            "certificate" => Ok(certificate(text)),
            "search-form" => Ok(config::form()),
            "search-config" => Ok(SearchQuery::read(text).config()),
            "search-begin" => self.begin(text, Path::new(FOLDER)),
            "search-go" => self.go(),
            "search-files" => match self.of_search(PageSearch::files) {
                Ok(bytes) => return bytes,
                Err(why) => Err(why),
            },
            _ => {
                let asked = asked();
                let found = looked(&mut self.appraiser, &asked);
                Ok(answer(&asked, found))
            }
        };
        answer.unwrap_or_else(|why| problem(&why)).into_bytes()
    }

    fn begin(&mut self, config: &str, folder: &Path) -> Result<String, String> {
        let search = PageSearch::begin(config, folder)?;
        let progress = search.progress();
        self.search = Some(search);
        Ok(progress)
    }

    fn go(&mut self) -> Result<String, String> {
        self.of_search(|search| {
            search.advance()?;
            Ok(search.progress())
        })
    }

    fn of_search<T>(
        &mut self,
        ask: impl FnOnce(&mut PageSearch) -> Result<T, boilingpoint_search::RunError>,
    ) -> Result<T, String> {
        let search = self.search.as_mut().ok_or("No search has begun.")?;
        ask(search).map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_plan::{Plan, read_no_boards};
    use boilingpoint_record::own;
    use boilingpoint_search::{Control, Driver};

    const ASKED: &str = "ruleset=snort&class=tree&least=2&most=9&aim=maximize\
        &expression=temperature+-+degree&seed=7&generations=12";

    /// The files of a run without those that hold times.
    fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let mut files = own::files(folder).unwrap();
        let has_times = |name: &str| {
            name == "manifest.json" || name == "timing.csv" || name.starts_with("checkpoint/")
        };
        files.retain(|(name, _)| !has_times(name));
        files
    }

    #[test]
    fn a_search_in_turns_leaves_the_files_of_a_run() {
        let folder = tempfile::tempdir().unwrap();
        let mut questions = Questions::default();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let config = text(questions.answer(&format!("search-config\n{ASKED}")));
        let here = folder.path().join("page");
        questions.begin(&config, &here).unwrap();
        let mut progress = String::new();
        for turn in 0.. {
            progress = questions.go().unwrap();
            // The search goes on after its files were saved.
            if turn == 0 {
                assert!(!questions.answer("search-files\n").is_empty());
            }
            if progress.contains("data-over") {
                break;
            }
        }
        assert!(progress.contains("its generations were done"), "{progress}");
        let there = folder.path().join("there");
        let plan = Plan::resolve("c", config.as_bytes(), &[], read_no_boards).unwrap();
        let mut driver = Driver::begin(&plan, &there, Control::default()).unwrap();
        driver.run(|_| {}).unwrap();
        let [here, there] = [files(&here), files(&there)];
        assert!(here.len() > 5 && here == there);
    }

    #[test]
    fn mistakes_are_told() {
        let mut questions = Questions::default();
        let mut told = |question: &str| String::from_utf8(questions.answer(question)).unwrap();
        assert!(told("search-go\n").contains("No search has begun."));
        for (fields, part) in [
            ("expression=temperatur", "did you mean `temperature`"),
            ("most=x", "must be an integer"),
            ("most=\"\nclass=1", "boards.order"),
            ("ruleset=snorty", "snort"),
        ] {
            let config = told(&format!("search-config\n{fields}"));
            let problem = told(&format!("search-begin\n{config}"));
            assert!(problem.contains("class=\"problem\""), "{problem}");
            assert!(problem.contains(part), "{problem}");
        }
        assert!(told("search-form\n").contains("temperature - degree"));
    }
}
