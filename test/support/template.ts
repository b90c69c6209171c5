/** The migrated database of a test run; every test's own is copied from it. */
export const TEMPLATE = 'farebox_template'
