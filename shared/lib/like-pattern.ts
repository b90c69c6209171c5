/**
 * Returns a LIKE or ILIKE pattern that matches a text literally: %, _ and \ are escaped with \, PostgreSQL's default.
 */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
