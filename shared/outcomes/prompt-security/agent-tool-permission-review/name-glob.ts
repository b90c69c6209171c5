/** A glob over tool names as a pattern: `*` is any run of characters, `?` any one; case does not matter. */
export const nameGlob = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .slice(0, 300)
      .split(/\*+/)
      .map((part) => part.replace(/[^\w?]/g, '\\$&').replaceAll('?', '.'))
      .join('.*')}$`,
    'i',
  )
