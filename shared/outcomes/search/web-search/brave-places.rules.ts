/** Countries that Brave Search can be asked for (its API reference, `country`); it answers 422 to every other one. */
export const BRAVE_COUNTRIES: ReadonlySet<string> = new Set(
  'ar at au be br ca ch cl cn de dk es fi fr gb hk id in it jp kr mx my nl no nz ph pl pt ru sa se tr tw us za'.split(
    ' ',
  ),
)

/** Languages that it has a name of its own for (`search_lang`), by language or by language and country. */
export const BRAVE_LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ja: 'jp',
    no: 'nb',
    pt: 'pt-pt',
    'pt-br': 'pt-br',
    zh: 'zh-hans',
    'zh-hk': 'zh-hant',
    'zh-tw': 'zh-hant',
  }),
)

/** Languages of ours that it has no name for. */
export const BRAVE_UNKNOWN_LANGUAGES: ReadonlySet<string> = new Set(['el', 'id'])
