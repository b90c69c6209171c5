const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

export type MigrationFile = { fileName: string; text: string; list: string }

/**
 * Writes the next migration and the list with it. `list` is the text of list.ts, `recorded` the names in it. Throws when
 * there is nothing to migrate or the name is not in words joined by hyphens.
 */
export function writeMigration(name: string, statements: readonly string[], list: string, recorded: readonly string[]) {
  if (!NAME.test(name))
    throw new Error(`"${name}" is no name for a migration: take words joined by hyphens, such as listing-colour.`)
  if (statements.length === 0)
    throw new Error('Entities and migrations make the same tables; there is nothing to migrate.')
  const full = `${String(recorded.length + 1).padStart(4, '0')}-${name}`
  const className = name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())
  const imported = `import { ${className} } from './${full}.ts'\n`
  return {
    fileName: `${full}.ts`,
    text: migrationText(full, className, statements),
    list: list
      .replace(/\n\n\/\*\*/, `\n${imported}\n/**`)
      .replace(/\n\]\n$/, `\n  { name: '${full}', class: ${className} },\n]\n`),
  } satisfies MigrationFile
}

const migrationText = (
  full: string,
  className: string,
  statements: readonly string[],
) => `import { Migration } from '@mikro-orm/migrations'

/** What this changes, and why: write it here, read the statements, and fill new columns of old rows. */
export class ${className} extends Migration {
  override name = '${full}'

  override up() {
${statements.map((statement) => `    this.addSql(\`${statement.replaceAll(/[\\`]|\$\{/g, '\\$&')}\`)\n`).join('')}  }
}
`
