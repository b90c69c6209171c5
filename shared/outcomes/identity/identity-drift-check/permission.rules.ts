/** What the word that ends a permission allows, worst last. */
export const permissionLevels: readonly { level: number; words: ReadonlySet<string> }[] = [
  { level: 1, words: new Set('read readonly get list view search describe watch r ro select'.split(' ')) },
  {
    level: 2,
    words: new Set(
      'write create update edit put post patch push send comment upload w rw readwrite insert modify publish'.split(
        ' ',
      ),
    ),
  },
  { level: 3, words: new Set('delete destroy remove purge drop truncate'.split(' ')) },
  {
    level: 4,
    words: new Set('admin manage owner root full all superuser sudo maintain administrator fullcontrol'.split(' ')),
  },
]

/** Above every level: a wildcard takes in what is not invented yet. */
export const WILDCARD_LEVEL = 5

/** Words of permissions and tools that open a kind of harm, by what an escalation of that kind is called. */
export const harmWords: readonly {
  kind: 'new_money' | 'new_shell' | 'new_identity' | 'new_delete'
  pattern: RegExp
}[] = [
  {
    kind: 'new_money',
    pattern:
      /(?:^|[^a-z])(?:pay|pays|payments?|payouts?|transfers?|refunds?|charges?|withdraw(?:als?)?|wallets?|funds?|purchases?|buy|spend|swap|trade|billing|usdc|checkout|invoices?:(?:pay|write))(?:[^a-z]|$)/,
  },
  {
    kind: 'new_shell',
    pattern:
      /(?:^|[^a-z])(?:shell|bash|exec|execute|command|terminal|subprocess|eval|code[_-]?(?:exec\w*|interpreter|run)|run[_-]?(?:code|command|shell)|ssh|sudo|process)(?:[^a-z]|$)/,
  },
  {
    kind: 'new_identity',
    pattern:
      /(?:^|[^a-z])(?:iam|roles?|grants?|users?:(?:write|admin)|credentials?|secrets?|api[_-]?keys?|impersonate|sts)(?:[^a-z]|$)/,
  },
  { kind: 'new_delete', pattern: /(?:^|[^a-z])(?:delete|destroy|purge|drop|truncate|wipe)(?:[^a-z]|$)/ },
]
