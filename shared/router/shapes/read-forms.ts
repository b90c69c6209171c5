import { madeOnce } from '#shared/outcomes/lazy-schema.ts'

import { FORMS } from './forms.rules.ts'

/** A form of data by names: each of `needs` is a choice of names of which one has to be there. */
export type Form = { ofItems: boolean; needs: readonly (readonly string[])[]; names: ReadonlySet<string> }

/** The forms by `<type>` and by `slug.field`. */
export const forms = madeOnce((): ReadonlyMap<string, readonly Form[]> => {
  const forms = new Map<string, Form[]>()
  for (const line of FORMS.trim().split('\n')) {
    const [, key = '', items, rest = ''] = /^(\S+): (\[\] )?(.+)$/.exec(line) ?? []
    const words = rest.split(' ')
    const form = {
      ofItems: items !== undefined,
      needs: words.filter((word) => word.endsWith('!')).map((word) => word.slice(0, -1).split('|')),
      names: new Set(words.flatMap((word) => word.replace('!', '').split('|'))),
    }
    forms.set(key, [...(forms.get(key) ?? []), form])
  }
  return forms
})
