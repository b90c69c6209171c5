/** Bumped whenever a word comes, goes or changes sides: it is part of `method`. */
export const LEXICON_VERSION = '1.0'

/** Words of finance and of coins that speak well of something, as stems: a word counts when it begins with one. */
export const POSITIVE = `
accelerat achiev adopt advanc approv attract backing beat benefit boom boost bottomed breakout breakthrough bull climb
confiden demand eas eclips endors exceed expand favor favour gain grow halving heal high hodl improv inflow innovat
integrat invest jump launch lead legaliz legalis milestone momentum moon opportunit optimis outpace outperform overtak
partner pay-off pioneer popular profit progress promis prosper rall rebound record recover reward ris robust secur
settl skyrocket smash soar spike stabil stable strength strong succeed success supercycle surg surpass takeoff thriv top
tripl uptrend upbeat upgrad uplist upside upswing upturn welcom win won
`

/** The same for what speaks ill of it. */
export const NEGATIVE = `
abandon accus alarm allegation attack bad ban bankrupt bear blacklist bleed breach bubble capitulat caution cheat
collaps complain concern conspir contagion correction corrupt crackdown crash crim crisis critici cut danger death
debt declin default defraud delay delist demise deplet depress deteriorat dip dispute distress doubt downgrad downside
downtrend downturn drain drop dump embezzl erod exploit fail fake fall fell fear fine flaw flee fraud freez fud guilt
hack halt harm hazard illegal illicit impair indict inflat infring insolven instabil investigat jail jitter lack
launder lawsuit liquidat litigat los loss low manipulat meltdown misconduct mislead miss mistrust negativ outage outflow
overvalu panic penalt pessimis plagu plummet plung ponzi pressur prison probe problem prohibit prosecut pullback pump-and-dump
ransom rebuk recession reject rekt restrict resign risk rout rug ruin sanction scam scandal scare scrutin sell-off selloff
sentenc setback shock shortfall shut sink slash slid slip slow slump steal stole struggl stuck su sued suffer suspend
suspicio tank terror theft threat toxic trap trouble tumbl turmoil uncertain undermin underperform unlawful unstabl
victim violat volatil vulnerab wash-trad warn weak wipeout wiped withdraw worr worse worst wreck wrong
`

/** Words that begin with a stem and mean something else. */
export const EXCEPTIONS: ReadonlySet<string> = new Set(
  `lead-in low-cost low-fee sub suggest suggests suit suitable sum sun super support supports supply surge surges surged
   surging surprise sure surplus survey sustain sui summit sunday submit submits subsidiary success successful sufficient
   top-level topic topics stablecoin stablecoins finance financial fines-free easy easter east eastern losangeles wing
   window winter wonder winklevoss lose-lose adoptee highway high-frequency rise-up risotto risky growl failover fallback
   missile mission hackathon hackathons bearing bear-hug bans-free bandwidth band bank banks banking banker banned-list
   cutting-edge cutoff dropbox airdrop airdrops securities securities-law winding tokenize lossless lowdown recordings
   executive sued-ex suede record-keeping paying criteria crimson finest`.split(/\s+/),
)

/** Words that turn around what follows within three words. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  `not no never neither nor without hardly barely scarcely cannot can't won't don't doesn't didn't isn't aren't wasn't
   weren't hasn't haven't hadn't shouldn't wouldn't couldn't ain't denies denied deny rejects-claims avoids avoided averts
   averted unlikely`.split(/\s+/),
)
