/** Elements whose content a browser does not show as text of the page. */
export const UNSEEN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'textarea',
  'select',
  'iframe',
])

/** Elements that do not begin a new line. */
export const INLINE = new Set(
  'a abbr b bdi bdo cite code del em font i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/** Elements without content and end tag. */
export const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
