import { isRecord, kindOf, nameOf, type Shape } from './describe-shape.ts'
import { type Form, forms } from './read-forms.ts'
import { namesOf, type ShapedField, type ShapeIndex } from './shape-index.ts'

/** What an object fits that takes any, and a list of plain values one that takes such. */
export const FITS_ANY = 0.15
/** What an object of no known form still fits that is sent under the very name of a field. */
const FITS_NONE = 0.05
const FITS_LIST = 0.5
/** What part of a fit by names does not depend on how much the names say. */
const BY_SHARE = 0.5
/** From so much weight of known names on, nothing more is needed. */
const ENOUGH = 1.4
/** What all needed names of a form are worth by themselves. */
const BY_FORM = 0.6
/** What each needed name of a form is worth, up to so many. */
const [BY_NEED, MOST_NEEDS] = [0.03, 4]
/** What a fit counts that rests on names of no known form, where the field has known forms. */
const FORMLESS = 0.4

/** How well the form of an object or a list fits a field, from 0 to 1; of its words nothing counts. */
export function fitShape(
  value: unknown,
  { shape, forms: known, hints }: ShapedField,
  { weightOf }: ShapeIndex,
): number {
  const isList = Array.isArray(value)
  if (typeof value !== 'object' || value === null || !shape.kinds.has(isList ? 'list' : 'object')) return 0
  if (isList && value.length === 0) return FITS_ANY
  if (isList && !value.some(isRecord))
    return !fitsItems(value, shape.items) ? 0 : takesAnything(shape) ? FITS_ANY : FITS_LIST
  if (isList && !shape.items.has('object')) return 0
  const names = namesOf(value)
  const needed = isList ? shape.itemNeeds : shape.needs
  if (names.length === 0) return FITS_ANY
  if ([...needed].some((name) => !names.includes(name))) return 0
  const own = isList ? new Set([...shape.itemNames, ...hints]) : new Set([...shape.names, ...hints])
  const fitting = known.filter(
    (form) => form.ofItems === isList && isOfForm(form, isList ? names : [...names, ...nestedNames(value)]),
  )
  const isKnown = (name: string) => own.has(name) || fitting.some((form) => form.names.has(name))
  if (own.size === 0 && known.length === 0) return FITS_ANY
  const all = sumOf(names, weightOf)
  const weight = sumOf(names.filter(isKnown), weightOf)
  const share = all === 0 ? 0 : weight / all
  const byNames = share * (BY_SHARE + (1 - BY_SHARE) * Math.min(1, weight / ENOUGH))
  if (fitting.length > 0) {
    const needs = Math.max(...fitting.map((form) => form.needs.length))
    const form = BY_FORM + BY_NEED * Math.min(MOST_NEEDS, needs)
    return form * (BY_SHARE + (1 - BY_SHARE) * share) + (1 - BY_FORM - BY_NEED * MOST_NEEDS) * byNames
  }
  const isOpen = known.length === 0 && shape.names.size === 0 && shape.itemNames.size === 0
  const least = isOpen ? FITS_ANY : known.length > 0 ? FITS_NONE : 0
  return Math.max(byNames * (known.length > 0 ? FORMLESS : 1), least)
}

/** Whether what is sent as a whole has a form that is known for a type. */
export const hasFormOf = (value: unknown, type: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (forms().get(`<${type}>`) ?? []).some(
    (form) => form.ofItems === Array.isArray(value) && isOfForm(form, namesOf(value)),
  )

const isOfForm = ({ needs }: Form, names: readonly string[]) =>
  needs.every((choice) => choice.some((name) => names.includes(name)))

/** The names one level down, as `extensions.offer_receipt`. */
const nestedNames = (value: unknown) =>
  isRecord(value)
    ? Object.entries(value)
        .slice(0, 20)
        .flatMap(([name, member]) =>
          isRecord(member)
            ? Object.keys(member)
                .slice(0, 20)
                .map((inner) => `${nameOf(name)}.${nameOf(inner)}`)
            : [],
        )
    : []

export const takesAnything = ({ kinds }: Shape) => kinds.size === 5

const fitsItems = (list: readonly unknown[], items: ReadonlySet<string>) =>
  list.slice(0, 20).every((item) => {
    const kind = kindOf(item)
    return kind !== undefined && items.has(kind)
  })

const sumOf = (names: readonly string[], weightOf: (name: string) => number) =>
  names.reduce((sum, name) => sum + weightOf(name), 0)
