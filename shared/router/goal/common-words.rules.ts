/** Words that are no misspelling of any other. */
export const COMMON: ReadonlySet<string> = new Set(
  `whether sever prise form from them than then that this these those there their they what when where which while who whom whose
  with without within would could should about above after again against also always among another because been before being
  below between both came come does doing done down during each else ever every few first four five full further goes gone
  have having here hers high himself into itself just keep kind knew know last left less like long look lots made make many
  maybe mine more most much must near need never next nine none nothing once only onto open other ours over part past people
  perhaps please pretty quite rather really right same second seems sent seven several shall side since some somebody someone
  something somewhere soon still such sure take tell ten thank thanks thing things think third three through thus time told
  took toward under until upon upper used uses using very want wants well went were will word work works year years young
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
