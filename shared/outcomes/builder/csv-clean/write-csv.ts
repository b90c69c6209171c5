/** A cell a spreadsheet would run: a formula start that is no plain number (OWASP, CSV injection). */
export const isFormula = (cell: string): boolean =>
  // A spreadsheet takes the full-width signs for the plain ones.
  /^[=@\t\r\uff1d\uff20\uff0b\uff0d]/.test(cell) ||
  (/^[+-]/.test(cell) && !/^[+-]\d[\d.,]*(?:[eE][+-]?\d+)?%?$/.test(cell))

/** RFC 4180 with commas and \n; quoted only where needed. */
export function writeCsv(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',') || '""'}\n`).join('')
}

function writeCell(cell: string | null): string {
  if (cell === null || cell === '') return ''
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
