import fc from 'fast-check'

/**
 * Property tests draw the same values in every run, so that a run says what a commit changed. `PROPERTY_SEED=<integer>`
 * draws others: whoever wants to search for more does so with many seeds, not in each run.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122) })
