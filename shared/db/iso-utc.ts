/** SQL that formats a timestamptz expression as ISO 8601 in UTC, independent of session and driver settings. */
export const isoUtc = (expression: string) =>
  `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
