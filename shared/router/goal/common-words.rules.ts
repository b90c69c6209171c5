/** Words that are no misspelling of any other. */
export const COMMON: ReadonlySet<string> = new Set(
  `einleitung whether sever prise form from them than then that this these those there their they what when where which while who whom whose
  with without within would could should about above after again against also always among another because been before being
  below between both came come does doing done down during each else ever every few first four five full further goes gone
  have having here hers high himself into itself just keep kind knew know last left less like long look lots made make many
  maybe mine more most much must near need never next nine none nothing once only onto open other ours over part past people
  perhaps please pretty quite rather really right same second seems sent seven several shall side since some somebody someone
  something somewhere soon still such sure take tell ten thank thanks thing things think third three through thus time told
  took toward under until upon upper used uses using very want wants well went were will word work works year years young
  scan scans scanned compute computes count counter counts able accept accepts account action active actual add adds advice afford agree agrees alone amount angle annual apart
  appear apply area arrive arrives article aside attach attempt author average avoid aware back backed bare base batch beat become bell belong below bench
  best bigger bill bind bird bits blame blank block blood blue body bold bone boot border borrow boss bottle bottom bound bowl box brain brand brave bread
  breath brick bridge bright broad brush bucket buyer cable cake camp cancel candle capital captain card career cast castle catch caught ceiling cell chain
  chair chance chart chat cheap chest chief choice circle claim clay clever climb clock cloth cloud coach coast coat coffee collect column combine comfort
  comment common compact compile compose concern conduct connect convey cook cool corn cotton counsel coupon coverage crash cream create credit crew crime
  crop crowd crown cruel cup curve cycle daily damage dance danger dark dead deaf dealer dear death debt declare degree delay demand deny dust duty eager
  earn ease echo elect entry escape essay estate exist exit expert extend extent faith false fame fancy fare fault favor fence fever fewer fiber fifty film
  firm fit fix flag flame flash flavor fleet flight float flour flow flower fluid focus fold folk fond fool forest fork form fort frame fresh friend fuel
  fund funny gain gap gas gate gather gear gentle gift globe goal grain grant grass grave grid grip gross guard guest guide guilt hang harm hate heat height
  hero hint hire hobby holiday honest honor hook host hunt hurry hurt ideal image imply inch income index inner input insect inside issue item jacket jail
  join joke joint judge juice jump junior jury kick kill king kiss kitchen knee knife knock lake lamp lane lap lawn lazy lead leaf lean leap lend lens lesson
  liberty lid lift limb link lip liquid list load loan lock log loose lord loss loud luck lump lunch lung mail male manage manner map march margin mark
  market mask mass master match mate math meal meat medal media melt menu mercy mere mess metal mild mile milk mill mine minor miss mix mode model modern
  mood moon moral motion motor mount mouse mouth muscle music myth nail narrow nation native nature neck nerve nest noble nod noise north nose novel nurse
  oak obey object ocean odd offer office oil opera orbit organ origin output oven owe owner pace pack paid pain paint pair pale palm panel panic parent park
  patch path pattern pause pay peace pearl pen pepper permit phase phone phrase piano pile pilot pine pipe pitch plain plane plant plate player plenty plot
  poem poet pole pool poor port pose post pound pour powder prefer press price pride prime print prior prize proof proper proud public pull pulse punch pupil
  pure purple push put quarter queen quiet race rack radio rail rain raise range rapid rare rate raw ray react real rear recall record reduce refer reform
  region relax rely remain remark remote rent reply report rescue resist result retain return reveal review reward ride ring rise rival road rock role roll
  roof root rope rough round route row royal rub rude ruin rural rush sad safe sail sake salad salary sale salt sand scale scene scheme school scope score
  screen sea search seat sector seed seek select senior series serve session settle severe shade shadow shake shame shape share sharp sheep sheet shelf shell
  shift shine ship shirt shock shoe shoot shop shore shot shout shut sick sight sign signal silence silk silver sing sink sister site skill skin sky slave
  sleep slice slide slight slip slope slow smart smell smile smoke smooth snake snow social soft soil solar sole solid solve song sorry soul soup source south
  spare spell spend spin spirit split spoil sport spot spread spring square stable staff stage stair stake stamp star stare steal steam steel steep stem stick
  stiff still stock stone store storm strange stream street stress stretch strict strike string strip stuff style submit suffer sugar suit sum summer sun
  super supply surface swear sweet swim swing sword symbol tail talent tank tap target task taste tax tea teach team tear teeth tend tent term theme theory
  thick thin threat throat throw tide tie tight till timber tin tiny tip tired title toe tone tongue tool tooth topic touch tough tour tower toy track trade
  trail trap travel treat trend trial tribe trick trip troop truck trunk trust truth tube tune twice twin twist ugly uncle union unique unite upper upset
  urban urge usual valley vary vast verse vessel victim virtue vital vocal volume vote wage wagon wake war wash waste wave wealth weapon wear wedding weigh
  west wheel whip wind window wine wing winner winter wipe wire wise witness wolf wood wool worker worry wound wrap yard yellow yesterday yield youth zone
  your yours yourself below down free half hand hard hear heard help home hope hour huge idea kids known land large later
  learn leave level life light likely line little live local lost love main mean means meet might mind minute month move moved
  name named names needs night note noted number often order others outside paper parts pass pick place plan plans point
  possible power present problem program question quick reach ready reason rest room rule rules said save seen seem self
  sell send sense short show side simple single size small sort sound space speak speed stand start state stay step stop story
  strong study such table taken talk team term test text than tool tools total town train tree true turn type unit user value
  view visit voice wait walk wall wanted warm watch water week weeks weight whole wide wife wish woman women wonder world worth
  write wrong wrote allow asked begin black board book break bring build built business buy call calls care carry case cause
  center change child class clear close cold color company complete consider contain control copy corner correct could count
  country course cover cross current cut data date deal decide deep depend design detail develop differ difficult direct
  dinner door doubt draw dream drive drop early earth east easy eat edge effect effort either email empty end enemy energy
  enough enter entire equal error even evening event exact example except expect explain extra face fact fail fair fall family
  farm fast father fear feel field fight figure fill final find fine fire fish flat floor follow food foot force foreign forget
  forward found front fruit fully future game garden general girl give glad glass gold good grand great green ground group grow
  guess hair happen happy hard heart heavy hello hide hill hold hole horse hospital hot house human hundred ich und oder nicht
  eine einen einem einer dieser diese dieses bitte mein meine unser wird kann soll muss haben sein sind ist auf aus bei mit
  nach von vor zum zur uber para como este esta estos estas pero porque cuando donde quien desde hasta entre sobre todo toda
  mucho poco puede hacer tengo quiero necesito pour avec dans cette sont mais nous vous leur elle quel quelle quels fait faire
  peut veux faut tous toutes notre votre chez plus moins tres bien alors donc aussi encore parce quand comme`.split(
    /\s+/,
  ),
)
