import type { Known } from '../values/known.ts'
import type { Quantity } from '../values/quantities.ts'
import { type Part, partsOf } from './parts.ts'
import { own, type Way } from './ways.ts'

/** Screens that pictures of pages are taken for, with their usual sizes. */
const SCREENS: readonly [RegExp, number, number][] = [
  [
    /(?<![a-z])(?:mobile|phones?|iphone|android|smartphones?|handys?|movil|telefono|celular|telephone|portable)(?![a-z])|手机|スマホ|携帯/u,
    390,
    844,
  ],
  [/(?<![a-z])(?:tablets?|ipad|tableta|tablette)(?![a-z])|平板|タブレット/u, 768, 1_024],
]
const BOTH = /(?<!\d)(\d{3,4})\s?(?:x|×|by|mal|por|sur|auf)\s?(\d{3,4})(?!\d)/u
const WIDE = /^\s?(?:wide|breit|de ancho|de large|宽)/u
const HIGH = /^\s?(?:high|tall|hoch|de alto|de haut|in height|高)/u
const WIDTH = /\b(?:width|viewport|breite|ancho|largeur)(?: of| von| de)?\s*$/u
const HEIGHT = /\b(?:height|hohe|alto|hauteur)(?: of| von| de)?\s*$/u

const isHeight = ({ after, before }: Quantity) => HIGH.test(after) || HEIGHT.test(before)
const isWidth = (one: Quantity) =>
  !isHeight(one) &&
  (one.dimension === 'pixels' || (one.dimension === null && (WIDE.test(one.after) || WIDTH.test(one.before))))

/** What is wider is no phone's screen, though the goal speaks of one. */
const WIDEST_PHONE = 600

/** Width or height of a picture of a page, in pixels or by the screen it is for. */
export const pixels = (side: 'width' | 'height'): Way =>
  own(side, ({ text, quantities }: Part) => {
    const both = BOTH.exec(text)
    if (both !== null) return Number(both[side === 'width' ? 1 : 2])
    const told = quantities().filter(side === 'width' ? isWidth : isHeight)
    if (told.length > 0) return told[0]?.value
    const screen = quantities().some((one) => isWidth(one) && one.value > WIDEST_PHONE)
      ? undefined
      : SCREENS.find(([pattern]) => pattern.test(text))
    return screen?.[side === 'width' ? 1 : 2]
  })

/** The widths of several pictures of one page: "on a 1440 px desktop and on a 390 px phone". */
export const widthsIn = (known: Known): number[] => {
  const { own: part } = partsOf(known)
  return BOTH.test(part.text)
    ? []
    : [
        ...new Set(
          part
            .quantities()
            .filter(isWidth)
            .map(({ value }) => value),
        ),
      ]
}
