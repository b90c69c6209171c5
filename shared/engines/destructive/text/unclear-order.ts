/** Things whose loss is a disaster; an order about one must be understood before it counts as harmless. */
const vital =
  /\b(?:databases?|clusters?|production|prod|backups?|customers?|customer data|user data|disks?|servers?|infrastructure|file ?systems?|tenants?|tables?|records?|accounts?|everything)\b/i

/** First words of orders and remarks that do no harm, or whose harm other rules judge. */
const known = new Set(
  (
    'add adjust advise aggregate align allow alert analyse analyze answer append apply approve arrange ask assemble assess assign attach audit authenticate authorize back backfill backup balance benchmark bind book boot bring build bump calculate call capture change chart chat check choose classify clean clone close collect combine commit compare compile compose compress compute configure confirm connect consolidate consult contact convert copy count create cross curl debug decide decode define deliver deploy describe design detect determine diagnose diff discuss display do document download draft draw duplicate edit email enable encrypt ensure enter estimate evaluate examine execute expand explain export extend extract fetch figure fill filter finalize find finish fix follow forecast format forward generate get give go graph group guide handle have help highlight hold identify implement import improve include increase index inform insert inspect install integrate introduce investigate invite join keep label launch learn leave let link list load locate log look maintain make manage map mark match measure merge migrate mirror modify monitor mount move name navigate note notify open optimise optimize order organise organize outline parse paste patch pause perform pick ping place plan plot populate post prepare present preview print prioritize process produce profile promote propose protect provide provision publish pull push put query quote rank read rebuild recommend record recover redeploy refactor refresh register release reload remind rename renew repair repeat replace replicate reply report request research resize resolve respond restore resume retrieve retry return review rewrite rotate route run sample save scale scan schedule scrape search secure see select send serve set setup share ship show simulate sketch sort specify split stage start store stream submit subscribe suggest sum summarise summarize sync synchronize tag take tell test throttle time trace track train transcribe transform translate trigger tune type undo unlock update upgrade upload use validate verify view visit visualize wait walk warm watch watchlist work wrap write ' +
    "the a an this that these those i we you they he she it my our your their his her its there here who what when where why how which is are was were do does did can could should would will may might must if because as at in on for from to with by of about after before during while although though no not yes ok okay please kindly note also then now first next finally just all every each any some many most new old hi hello hey thanks thank dear warning error info today yesterday tomorrow let let's lets going want need"
  ).split(' '),
)

/**
 * Whether an English clause may be an order about something vital in words that are not known: it begins with a word that
 * is neither a known verb nor the beginning of a statement.
 */
export function isUnclearOrder(clause: string, verbs: readonly string[]): boolean {
  if (!vital.test(clause)) return false
  const words = clause
    .trim()
    .toLowerCase()
    .replace(
      /^(?:(?:please|kindly|now|then|just|go|ahead|and|ok|okay|can|could|would|will|you|i|want|need|like|to|us|we|let|let's|should|must)\b[ ,]*)+/,
      '',
    )
  const [first = ''] = words.match(/[a-z][a-z'-]*/) ?? []
  if (first === '' || !vital.test(words.slice(first.length, 400))) return false
  return (
    !known.has(first) &&
    !/(?:s|ed|ing|ly|ion|ment|er|ness|ity)$/.test(first) &&
    !verbs.some((verb) => verb.startsWith(first))
  )
}
