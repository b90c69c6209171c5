/** What a tool can do, the words of `capabilities` and `effects`. */
export const effects = [
  'reads_private',
  'reads_untrusted',
  'writes',
  'deletes',
  'executes',
  'network',
  'money',
  'identity',
] as const
export type Effect = (typeof effects)[number]

/** How much harm an effect can do, 0 to 100. */
export const effectRisk: Readonly<Record<Effect, number>> = {
  reads_untrusted: 20,
  reads_private: 30,
  writes: 30,
  network: 40,
  deletes: 60,
  identity: 70,
  executes: 80,
  money: 85,
}

/** Effects that cannot be taken back. */
export const irreversible: ReadonlySet<Effect> = new Set(['deletes', 'money', 'executes'])

/** In the order of the list, once each. */
export const sortEffects = (found: Iterable<Effect>): Effect[] => {
  const all = new Set(found)
  return effects.filter((effect) => all.has(effect))
}
