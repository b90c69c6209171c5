/** Kinds of facts a text can hold, in the order in which they are taken out of it. */
export const factCategories = [
  'constraint',
  'decision',
  'open_item',
  'preference',
  'url',
  'email',
  'path',
  'command',
  'id',
  'money',
  'date',
  'number',
  'error',
  'quote',
  'identifier',
  'name',
] as const
export type FactCategory = (typeof factCategories)[number]

/** One fact: what makes it the same as another of its category, and as it was written. */
export type Fact = { category: FactCategory; key: string; said: string; start: number; end: number }
