/**
 * SQL condition: the words of a parameter occur in this order in a tsvector; the last one may be a prefix. PostgreSQL
 * itself builds the query from the text, so nothing in it is an operator. A text without words matches nothing.
 */
export const hasWords = (vector: string, parameter: string): string =>
  `(numnode(phraseto_tsquery('simple', ${parameter})) > 0 and ${vector} @@ (phraseto_tsquery('simple', ${parameter})::text || ':*')::tsquery)`

/** SQL: the part of a text around the first word of a parameter, or else its beginning; at most 200 characters. */
export const snippetAround = (text: string, parameter: string): string =>
  `substring(${text} from greatest(1, position(lower(split_part(trim(${parameter}), ' ', 1)) in lower(${text})) - 60) for 200)`
