/** A LIKE or ILIKE pattern that finds a text as it is: its own %, _ and \ stand for themselves (escape '\', the default). */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
