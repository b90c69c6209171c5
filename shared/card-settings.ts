const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const

/**
 * Mistakes in the settings of the card processor: play money and real money never meet, so production takes live keys and
 * no other processor, and everything else takes test keys.
 */
export function cardMistakes(given: Readonly<Record<string, string | undefined>>): string[] {
  const isProduction = given['NODE_ENV'] === 'production'
  const mistakes = KEYS.filter((name) => {
    const key = given[name]
    return key !== undefined && key.includes('_live_') !== isProduction
  }).map(
    (name) =>
      `${name}  is a ${isProduction ? 'test' : 'live'} key (${isProduction ? 'production takes live keys' : 'only production takes live keys'})`,
  )
  if (isProduction && given['STRIPE_API_BASE'] !== undefined)
    mistakes.push('STRIPE_API_BASE  is for the playground alone')
  return mistakes
}
