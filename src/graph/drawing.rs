// NOTE TO THE HELPER ON THIS BRANCH: item 7 (layout.rs, drawing.rs) has been given to another helper
// (branch `report`). Do not write them. Finish items 1 to 6 quickly (commit each), then report.
