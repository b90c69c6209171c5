/**
 * Weak signs that a text addresses who reads it, or orders something; most letters and manuals have them too. RE2 syntax
 * over folded text.
 */
export const orderSigns: readonly string[] = [
  // English: the second person with a modal verb, or what a model has.
  "\\byou (?:are|must|will|should|shall|can|may|have to|need to|do|never|always|only|now)\\b|\\byou're\\b",
  '\\byour (?:[a-z]{2,12} ){0,2}(?:role|task|job|goal|mission|name|instructions?|rules?|prompts?|answers?|repl(?:y|ies)|responses?|outputs?|messages?|training|memory|tools?|guidelines|programming|context|summary|user|owner|creators?|developers?)\\b',
  // English: an imperative at the beginning of a sentence or after a word that leads to one.
  "(?:^|[.!?:;,\\n\"'(\\[>*-] ?|\\b(?:please|now|then|and|just|also|instead|to) )(?:act|add|answer|append|assume|become|behave|call|change|click|continue|convert|copy|create|decode|delete|describe|disable|do not|don't|disregard|download|email|encode|enter|execute|explain|fetch|find|follow|forget|forward|generate|give|grant|ignore|imagine|include|insert|install|let's|list|load|make|never|open|output|play|pretend|print|produce|provide|put|read|remember|repeat|reply|report|respond|return|reveal|run|say|search|send|show|simulate|speak|start|stop|store|summari[sz]e|switch|talk|tell|transfer|translate|treat|type|update|upload|use|visit|write)\\b",
  // German, Spanish, French, Italian, Portuguese.
  '\\b(?:du (?:bist|musst|sollst|wirst|darfst|kannst)|sie (?:sind|mussen|sollen|werden|durfen)|(?:dein|ihr)e? (?:aufgabe|rolle|antwort|anweisung(?:en)?|regeln)|(?:antworte|schreibe?|sage?|gib|ignoriere?|vergiss|zeige?|handle|wiederhole|sende|losche)\\b)',
  '\\b(?:tu (?:eres|debes|tarea|respuesta)|(?:eres|debes|tienes que|responde|escribe|di|ignora|olvida|muestra|actua|repite|envia|borra)\\b)',
  '\\b(?:(?:tu|vous) (?:es|dois|etes|devez|vas|allez)|(?:votre|ta) (?:tache|role|reponse)|(?:reponde?z?|ecris|ecrivez|dis|dites|ignore[sz]?|oublie[sz]?|affiche[sz]?|agis|envoie|envoyez|supprime[sz]?)\\b)',
  '\\b(?:(?:sei|devi|rispondi|scrivi|ignora|dimentica|mostra|agisci|ripeti|invia|cancella)\\b|il tuo (?:compito|ruolo))',
  '\\b(?:voce (?:e|deve|vai)|(?:responda|escreva|diga|ignore|esqueca|mostre|aja|repita|envie|apague)\\b|sua (?:tarefa|resposta))',
  // Russian, Chinese, Japanese, Arabic.
  '(?:\\bты |вы должны|ответь|напиши|скажи|игнорируй|забудь|покажи|отправь|удали|повтори|действуй)',
  '(?:你(?:是|要|必须|应该|现在|的)|您(?:是|必须|应该)|请|忽略|忘记|回答|输出|扮演|告诉|发送|删除)',
  '(?:あなたは|君は|してください|しなさい|せよ|て下さい|無視|答え|出力|送信|削除)',
  '(?:انت|يجب عليك|عليك ان|اجب|اكتب|تجاهل|اعرض|ارسل|احذف|كرر)',
]
