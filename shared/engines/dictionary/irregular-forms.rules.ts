/**
 * English forms that no spelling rule undoes, written as "base: form form ...". Forms that a rule does undo (tried,
 * stopped, boxes) are not here, nor are compounds of those that are (overtook, grandchildren).
 */
const VERBS = `
abide: abode
alight: alit
arise: arose arisen
awake: awoke awoken
be: am is are was were been being
bear: bore borne born
beat: beaten
beget: begot begotten begat
begin: began begun
bend: bent
bereave: bereft
beseech: besought
beset: beset
bid: bade bidden
bind: bound
bite: bit bitten
bleed: bled
bless: blest
blow: blew blown
break: broke broken
breed: bred
bring: brought
build: built
burn: burnt
buy: bought
catch: caught
chide: chid chidden
choose: chose chosen
cleave: clove cloven cleft
cling: clung
clothe: clad
come: came
creep: crept
deal: dealt
dig: dug
dive: dove
do: does did done doing
draw: drew drawn
dream: dreamt
drink: drank drunk
drive: drove driven
dwell: dwelt
eat: ate eaten
fall: fell fallen
feed: fed
feel: felt
fight: fought
find: found
flee: fled
fling: flung
fly: flew flown
forbid: forbade forbidden forbad
forsake: forsook forsaken
freeze: froze frozen
get: got gotten
gild: gilt
gird: girt
give: gave given
go: goes went gone
grind: ground
grow: grew grown
hang: hung
have: has had
hear: heard
heave: hove
hew: hewn
hide: hid hidden
hold: held
keep: kept
kneel: knelt
know: knew known
lade: laden
lay: laid
lead: led
lean: leant
leap: leapt
learn: learnt
leave: left
lend: lent
lie: lay lain
light: lit
lose: lost
make: made
mean: meant
meet: met
melt: molten
mow: mown
pay: paid
plead: pled
prove: proven
rend: rent
ride: rode ridden
ring: rang rung
rise: rose risen
rive: riven
run: ran
saw: sawn
say: said
see: saw seen
seek: sought
sell: sold
send: sent
sew: sewn
shake: shook shaken
shave: shaven
shear: shorn shore
shine: shone
shoe: shod
shit: shat
shoot: shot
show: shown
shrink: shrank shrunk shrunken
shrive: shrove shriven
sing: sang sung
sink: sank sunk sunken
sit: sat
slay: slew slain
sleep: slept
sneak: snuck
slide: slid slidden
sling: slung
slink: slunk
smell: smelt
smite: smote smitten
sow: sown
speak: spoke spoken spake
speed: sped
spell: spelt
spend: spent
spill: spilt
spin: spun span
spit: spat
spoil: spoilt
stand: stood
stave: stove
steal: stole stolen
stick: stuck
sting: stung
stink: stank stunk
strew: strewn
strike: struck stricken
strive: strove striven
swear: swore sworn
sweep: swept
swell: swollen
swim: swam swum
swing: swung
take: took taken
teach: taught
tear: tore torn
tell: told
think: thought
throw: threw thrown
thrive: throve thriven
tread: trod trodden
wake: woke woken
wear: wore worn
weave: wove woven
weep: wept
win: won
wind: wound
work: wrought
wring: wrung
write: wrote written
bus: bussed bussing bused busing
gas: gassed gassing
quiz: quizzed quizzing
`

const NOUNS = `
addendum: addenda
aircraft: aircrafts
alga: algae
analysis: analyses
apex: apices
appendix: appendices
attorney general: attorneys_general
automaton: automata
axis: axes
bacillus: bacilli
basis: bases
beef: beeves
brother: brethren
brother-in-law: brothers-in-law
calf: calves
chateau: chateaux
child: children
clothes: clothes
codex: codices
commander in chief: commanders_in_chief
court-martial: courts-martial
cow: kine
cranium: crania
crisis: crises
criterion: criteria
datum: data
daughter-in-law: daughters-in-law
diagnosis: diagnoses
die: dice
dwarf: dwarves
elf: elves
ellipsis: ellipses
emphasis: emphases
father-in-law: fathers-in-law
foot: feet
focus: foci
formula: formulae
fungus: fungi
genus: genera
goose: geese
half: halves
hoof: hooves
index: indices
knife: knives
leaf: leaves
life: lives
loaf: loaves
louse: lice
man-of-war: men-of-war
matrix: matrices
medium: media
money: monies
mother-in-law: mothers-in-law
mouse: mice
oasis: oases
opus: opera
ovum: ova
ox: oxen
passerby: passersby
passer-by: passers-by
penny: pence
person: people
phenomenon: phenomena
quiz: quizzes
runner-up: runners-up
sarcoma: sarcomata
scarf: scarves
schema: schemata
secretary of state: secretaries_of_state
self: selves
sheaf: sheaves
sister-in-law: sisters-in-law
son-in-law: sons-in-law
stigma: stigmata
stimulus: stimuli
synopsis: synopses
testis: testes
thesis: theses
thief: thieves
tooth: teeth
vertebra: vertebrae
vertex: vertices
viscus: viscera
vortex: vortices
wharf: wharves
wife: wives
wolf: wolves
woman: women
corpus: corpora
stoma: stomata
lemma: lemmata
dogma: dogmata
genie: genii
seraph: seraphim
cherub: cherubim
kibbutz: kibbutzim
bureau: bureaux
beau: beaux
plateau: plateaux
tableau: tableaux
fez: fezzes
whiz: whizzes
bus: busses
gas: gasses
larva: larvae
nebula: nebulae
octopus: octopi octopodes
iris: irides
phalanx: phalanges
larynx: larynges
pharynx: pharynges
femur: femora
incubus: incubi
virtuoso: virtuosi
graffito: graffiti
libretto: libretti
concerto: concerti
tempo: tempi
paparazzo: paparazzi
cognoscente: cognoscenti
`

const ADJECTIVES = `
bad: worse worst
far: farther farthest further furthest
good: better best
ill: worse worst
little: less lesser least
many: more most
much: more most
old: elder eldest
`

const ADVERBS = `
badly: worse worst
far: farther farthest further furthest
little: less least
much: more most
well: better best
`

export type IrregularForms = ReadonlyMap<string, readonly string[]>

/** Bases by irregular form. */
export const IRREGULAR: Readonly<Record<'noun' | 'verb' | 'adj' | 'adv', IrregularForms>> = {
  noun: byForm(NOUNS),
  verb: byForm(VERBS),
  adj: byForm(ADJECTIVES),
  adv: byForm(ADVERBS),
}

function byForm(table: string): IrregularForms {
  const bases = new Map<string, string[]>()
  for (const line of table.trim().split('\n')) {
    const [base = '', forms = ''] = line.split(': ')
    for (const form of forms.split(' ')) bases.set(form, [...(bases.get(form) ?? []), base.replaceAll(' ', '_')])
  }
  return bases
}
