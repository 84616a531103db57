import type { Language } from '../language.ts'
import { withoutAccents } from '../words.ts'

/**
 * Words that say what kind of answer is wanted (a name, a year, an example), verbs that say nothing without their
 * object, and what remains of short forms ('s, 've). A passage that answers rarely repeats them, and one that has them
 * need not answer. By language, because "data" is a date in Catalan and content in English.
 */
const FRAMING: Partial<Record<Language, string>> = {
  en: `s ll ve re d m name names named call called calls type types kind kinds sort sorts year years date example examples term terms
    happen happens happened use uses used using make makes made take takes took taken become becomes became get gets got go goes went come
    comes came known refer refers referred mean means meant long old often`,
  es: `nombre nombres llama llamaba llamo llamado llamada llamaban tipo tipos clase clases año años fecha ejemplo ejemplos termino sucede
    sucedio ocurre ocurrio pasa paso usa usan usar uso utiliza utilizan utilizar utilizo hacer hace hacen hacia hizo hicieron tener tenia
    tenian tuvo tuvieron haber hubo poder puede pueden pudo debe deben conoce conocido conocida significa veces`,
  ca: `nom noms diu diuen deia anomena anomenat anomenada tipus mena menes any anys data exemple exemples terme passa passar usa usen usar
    utilitza utilitzen utilitzar fer fa fan feia feien feu fet feta tenir te tenia tenien tingue haver hagut estat estava estaven podia
    podien poder deu deuen pel pels cap no coneix coneguda conegut significa vegades`,
  eu: `izen izena izenak izeneko deitzen deitu mota motak motako urte urtea urtean urteetan data adibide adibidea adibideak gertatu gertatzen
    erabili erabiltzen egiten dute duten zuen zuten izaten esan nahi aldiz`,
  fr: `nom noms appelle appellent appelait nomme nomment type types sorte sortes genre genres annee annees an ans date exemple exemples terme
    passe arrive arriver utilise utilisent utiliser faire fait font faisait avoir ont eu pouvoir peuvent signifie fois`,
  de: `heißt hießen hieß genannt nennt typ typen sorte sorten jahr jahre jahren datum beispiel beispiele begriff passiert geschah geschieht
    verwendet verwenden benutzt macht machen machte tut tun bedeutet mal`,
  it: `nome nomi chiama chiamano chiamava chiamato chiamata tipo tipi genere anno anni data esempio esempi termine succede successo accade
    accaduto usa usano usare utilizza utilizzare fare fa fanno faceva fatto avevano potere puo possono significa volte`,
  pt: `nome nomes chama chamam chamava chamado chamada tipo tipos ano anos data exemplo exemplos termo acontece aconteceu usa usam usar
    utiliza utilizar fazer faz fazem fez ter tinha tinham teve poder pode podem significa vezes`,
  nl: `naam namen heet heette genoemd noemt soort soorten type types jaar jaren datum voorbeeld voorbeelden term gebeurt gebeurde gebruikt
    gebruiken maken maakt maakte betekent keer`,
  sv: `namn namnet heter hette kallas kallades typ typer sort sorter slag år året åren datum exempel begrepp händer hände används använda
    göra gör gjorde görs betyder gång gånger`,
  pl: `nazwa nazwy nazywa nazywał nazywała imię typ typy rodzaj rodzaje rok roku lata lat data przykład przykłady trzeba można należy używa
    używać robi robić zrobić oznacza znaczy razy`,
  tr: `ad adı isim ismi tür türü türleri çeşit çeşitleri yıl yılı yılda tarih tarihte örnek örnekler zaman denir yapılır yapmak yapar olur
    kullanılır gerekir gerekiyor demek kez`,
  ru: `имя название называется называют называли тип типы вид виды год году года лет дата пример примеры нужно нужен нужна нужны надо можно
    используют используется делать делает значит означает раз`,
  ro: `nume numele numește numea tip tipuri fel feluri an ani anul data exemplu exemple trebuie poate folosește folosesc face facem înseamnă ori`,
  el: `όνομα ονόματα λέγεται ονομάζεται τύπος τύποι είδος είδη έτος χρόνια χρονιά ημερομηνία παράδειγμα παραδείγματα πρέπει χρειάζεται
    μπορεί μπορώ γίνεται έγινε κάνει σημαίνει φορές`,
  ar: `اسم يسمى تسمى نوع انواع سنة عام تاريخ مثال امثلة يجب يمكن يستخدم تستخدم يحدث حدث يعني مرات`,
  he: `שם שמו שמה נקרא נקראת סוג סוגי סוגים שנה בשנת תאריך דוגמה דוגמאות צריך אפשר חובה משתמשים עושים קרה פירוש פעמים`,
  hi: `नाम प्रकार वर्ष साल तारीख उदाहरण कहते कहलाता चाहिए सकते होता होती होते हुआ हुई करते करना अर्थ मतलब बार`,
  vi: `tên gọi loại kiểu năm ngày dụ phải cần thể dùng xảy nghĩa lần`,
}

const sets = new Map(
  Object.entries(FRAMING).map(([language, words]) => [
    language,
    new Set(words.trim().split(/\s+/).map(withoutAccents)),
  ]),
)

/** `word`: in lower case, without accents. */
export const isFraming = (word: string, language: Language): boolean => sets.get(language)?.has(word) ?? false
