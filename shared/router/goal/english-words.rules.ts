/**
 * English words that are near a word of the lexicon in some language and are no misspelling of it: those that WordNet
 * counts in its tagged texts (Princeton University), with their forms.
 */
export const ENGLISH: ReadonlySet<string> = new Set(
  `absently accents acceptable accesses ache achieved achievement achievements achieves achieving aching actively
  acutely adapt addition addressed addressing agencies aided alike allege alloted along alteration alterations
  altercation altercations altering alternate alternately alternative amounting analytic anode anywhere apartment apis
  apparent archbishop archbishops architect architects architecture architectures armed arrested artilleries artillery
  ascertain ascertained ascertaining ascertains assisted assisting assurance assurances assuring attached attaches
  attempted attended attention attentions auction augments authenticate authenticities authorizes avert await ballet
  ballets beard beast begining bending beset bets biding birdiing bite bites bitter blending blind blinking blots
  boast boats bolts bond boots bore bores breathing bringing builder builders building calfs calmed calms camps
  captains captured captures cards cares caresses carriers carts cases cashes casts catching causes caution cautioned
  cautioning cautions cells certifying chanted chanting charging charming charted charting cheated cheating checkout
  cheek cheeks cheer cherished cherishes chews chiefs chin chins chores churches churchyard churchyards circuses
  cities citizens clambered clambering clambers clamps classic classical classroom classrooms clattered clattering
  clatters clause cleared click clinging clone clustered clustering coasts coats colonies combated combating combined
  combines comedies comes comfortable comfortably comforted comforting comforts commence commend commended commends
  commented commenting comments commited commiting communes commuted commuter commuters commutes commuting
  compatibility compeling compiled compiler compiles compiling complains complement complements completed completely
  completeness completes completing completion completions complexes complying component components composed composer
  composers composes composing composition comprehend comprehended comprehending comprehends comprise comprised
  comprises comprising computation computed computer computers computing comrades concentrate concentrated
  concentrates concentrating conception conceptions concepts concerned concerning concerns concert concerts concrete
  concretes concured condemned condemns conference conferences confessed confesses confession confided configure
  configured confined confirm confirmation confirmations confirming confirms confront confronted confronting confronts
  congress congresses connected connecting connection connections connects consent consented consenting consents
  conservatism conservatisms conservative consonant construct constructs construe construed construes construing
  consulted consults consume consumed consumer consumes contacts contempts contended contented contenting contention
  contentions contests contexts continent continents contortion contortions contracts contradicted convicted
  convicting conviction convictions convicts convince cooperate cooperated cooperates cooperating cooperation
  cooperations cooperative copes cores corns corporal corporals corporate corporation corporations correctly corrects
  corridor corridors cortical courages courts cracking crashing credited criterion crystals curtains cuted damaging
  damns dancer dates dawns debris debrises decade decades decaying deceived decided decides deciding decisions
  decisive declared dedicated dedication dedications deduce deducted deducting deduction deductions defeat defeated
  defeating defeats defect defects defend defended defending defense defenses defensive deficiencies deficiency defied
  deliberate deliberately delicate delighted delightful delighting delights denies denoting departed departing
  department departments departure departures depended dependence dependences dependent depending deprive deprived
  deprives derision derisions derivation deriving deserted deserting designed despised despises destine destined
  destines destruction destructions detectable detected detecting detection detections detective detectives detector
  detroit detroits developed developer develops devoting differing diminish diminished diminishes diminishing
  direction directions distinction distributions dividend dividends dividing divinities divinity division divisions
  dodge dominance dominances dominant dominate dominated dominates dominating domination dominations donating dose
  doses drafting draging draining dreaming dressing droped drown drowning eliminate elite embodying energies engenders
  englands enhances enlarges enlisted enriches enterprise enterprises enterprising entirely entirety entities entitles
  entrance entrances entrepreneur entrepreneurs equality equips establish evaluate events exceeded exception
  exceptional exceptions excessive excitedly excitement excitements executions existence expanded expansion expend
  expended experience experienced experiences experiencing experiment experimental experimented experimenting
  experiments expertise explored explorer explores explosive exponential exporter expressed expresses expressing
  expressions extensive extraneous extremely extremes faces factories falled falls faltered feathers feelings
  feelingses fellow fighters filed filling fillings fills films filtered filtering findings finds fired fires firing
  firings firms fisherman fishermans fishings fist fists fited fiting fixing fleed flies fling flinging flings
  flounder floundered floundering flounders folds foliages foods forced forgeting forgotten formally formation
  formations formed founds frames freed function functions funded funs furnishes furniture furnitures glide glowing
  grace graze groaning groping grouping guarantee guaranteed guarantees guaranteing guarded guarding halve hampered
  hampering handkerchief handkerchiefs harmless harsh hastened hastes haunt heave hiding hints hiting holes hopes
  hosts identical identities imaginary imagination imaginations imagine imagined imagines imagining impersonal
  incentive incentives inception incuring indictment indictments inevitable inevitably infantries infantry infection
  infections infectious informing ingress inherent insects insecure inserted inserting inspected inspecting inspects
  installed installs insurance intending intensified intensifies intensify intensifying intensities intensity intent
  intention intentional intentions intents interact interaction interactions intercept interest international
  interpret intersect invoking involved involvement involvements involves kinds lads lanes latter leading leafs
  leaning leans leaping leaps learning lease leaving legends lended lending lends lessen lever licks lifes likeness
  likes limitation limitations lists lite liter literary litter liver lives loads locked locking locks loomed looming
  looms loyal lucks lunar maids maintenance manhattan manhattans manifold manifolds mans marches marching maring
  marking marks masters mating meals meetings meets melodies melts mens meriting meter minded mixed modernities
  modernity modulation modulations moist monkey mountains mulch mutters naive naked negative normally northern noses
  noticing notified notifies notifying objective officers offseting omits operators ordering orderings ordinarily
  ordinary organizations oriented orienting overboard overhead owed paces pacing packet paging pails pains paints
  pairs palace pant paperses paris parises parking parting passes passing passings pastes pasting pasts pastures
  patients pating pauses pausing pens perishing persists personalities personality personally personnel personnels
  perspective perspectives phases picks pinch placement plague planted platoons playing playings plays plugs plunging
  poets poignant pointing polished polishing pond pondered ponds ports poses posing posses postponing pots potter
  powdered praising prayer praying prays precarious precaution precautions preceded precedence precedes preceding
  precipitate precipitated precipitates precipitating precise precisely precision precisions predictable predicted
  predicting predicts preliminary preparation president presidential presidents pressure previous previously preys
  prick pricking prides pried pries primed printing prints prisoner prisoners prizes probes probing productions
  profiles project projection projects prometheus prominence prominences prominently promised promises prompted
  prompting prone proposed proposes prosecute prosecuted prosecutes prosecuting protection protects prototype
  provision provisional provisions provoked provoking prying publicity publicize publicized publicizes publicizing
  publicly publics publishable publisher publishes publishing punished punishing purse purses pursuing quack quacks
  railing rains raising rally ranging readable realizes reappear reappeared reappearing reappears rears rearward
  reassure reassured reassures reassuring reception receptionist receptionists receptions reciprocal recounted
  recounting recover recovers recovery recruited recruitment recruitments recruits reds redundant references refering
  reflected refund refunds regained regaining regarded regarding regardless registers registrants registrations regret
  regreted regulation rehearse relating relay released relegate relegated relevances relieve relieved relieves
  religion remainder remainders remained remaining remarkable remarkably remarked remarking reminder renaissance
  renaissances renewing repay repayed repeatedly repeating repetition repetitions replaced replacement replacements
  replaces replication replying reporters represent representation representative represented representing represents
  reproach reproaches reputations requested requesting requirement requirements requires requiring resent resented
  reserves reserveses reserving resistors resort resorted resorting resorts respected respective respects respiratory
  responds responses restraint restraints restriction restrictions retailer retailers retained retaining retirement
  retirements retires retiring retraces retracing retreated returning revealed reversed reverses revise revising
  revisions revolution revolutions rewarding rewriting rises roads rolls rome romes ropes roses rousseau rousseaus
  ruins runing russians safes saged saging sakes salts sands savage savoring sayed scales scaned scaning scar scarcely
  scare scared scares scaring scattered scattering scatters scent scholars scholarship scholarships scored scourses
  scraping screamed screaming sealing seals seceding securities seeds seeming seize selfs sensing sentiments sequence
  sequences serieses serious seriously severing severity shaded shades shading shaft shaked shakes shaking shames
  shaped shapes shaping shave shaved shaves shaving sheer shells shelters shocks shoes shooting shops shores shots
  sides sighed significant signs similarities simmered simmering sincerely sincerities sincerity sined singed sits
  sixes sizes skull skulls slack sleeping slender slippers slopes slows smells snarling snatched snatches snatching
  snort snorted snorting snows soared soaring societies society softened soldered soldering soldiers sorbed sore
  sounding southern southerner southerners sows spared spares sparing sparking speaking specters speeches speeding
  speeds spelling spells spins sporting spraying spreading squaring stagger staggers staining staking stalk stalking
  stamping stared stares staring startling starving stating statistic statistical statistics staying stealing sticks
  stired stiring stoop stooping stoped storages storing stove strewing stroking submarine submarines suck sued sues
  suite suites summers summoned summoning suspending suspends swarming swaying sways swearing sweeping swell swells
  swift swooping taged taging tale tales tapes taping tattered taxes taxing teams temper tempers temporal temporarily
  temporary tents terming testimonies testimony texas textiles thanking thicket thickets threading thrust thrusted
  thrusts tick ties tire tires tonal tracing tracings trademark tradition traditional traditions training trainings
  tramping trampling trance trances transfering transforms transition transitions transmit transmited transmiting
  transmits transparent transports traping traveling treading treads treating trees trims trips trooper troopers
  troubled troubles troubling trudging tuck twine understood unity unlisted validities validity vehicles veins
  ventured ventures venturing verses vice victories victory vines virtually waged wages waits wards white whites width
  wined witch woods worlds worms worrying worst wounding writhing`.split(/\s+/),
)
