import { MORE_STOP_WORDS } from './more-stop-words.ts'
import { withoutAccents } from './words.ts'

/** Words that don't say what a text is about. Also used to detect the language. */
const lists = {
  en: `a about above after again against all also am an and any are as at be because been before being below between both but by can could
    did do does doing down during each few for from further had has have having he her here hers herself him himself his how i if in
    into is it its itself just me more most my myself no nor not of off on once only or other our ours ourselves out over own same she
    should so some such than that the their theirs them themselves then there these they this those through to too under until up very
    was we were what when where which while who whom why will with would you your yours yourself yourselves`,
  es: `a al algo algunas algunos ante antes aquel aquella aquellas aquellos aqui como con contra cual cuales cuando cuanta cuantas cuanto cuantos de del
    desde donde dos durante e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estaba estado estan estar estas este
    esto estos fue fueron ha habia han hasta hay la las le les lo los mas me mi mis mucho muchos muy nada ni no nos nosotros o os otra
    otras otro otros para pero poco por porque pues que quien quienes se sea ser si sido sin sobre son su sus tambien tanto te tiene
    tienen todo todos tu tus un una unas uno unos y ya yo`,
  ca: `a abans ahir aixo al als altra altre altres amb aquell aquella aquelles aquells aquest aquesta aquestes aquests aquí bé cada com
    contra d dalt de dels des del doncs durant e el ella elles ells els en encara entre era eren es esta estan estar esteu et ets fins
    fou ha han havia hem hi ho i ja l la les li llavors los m ma mai malgrat mentre meu meva mes meus molt molta moltes molts n nosaltres
    o on per perque pero podem poc pot poden qual quals quan quant quanta quantes quants que qui quin quina quines quins res s sa se segons ser seu seus seva
    seves si sense sobre son soc sota t ta també te tenen teu tot tota totes tots un una unes uns us va van vostre xe`,
  eu: `al anitz arabera arte asko aurrera azken baina bat batean batek baten batzuk bera beraiek berau berauek bere berori beroriek
    bertan beste beti bezala da dago daude de den dena dira direla diren ditu ditut du dudan due duen dut edo egin ere eta eurak ez
    gainera gehiago geroago gu gutxi guzti guztiak haiei haiek haietan hainbeste hala han handik hango hara hari hark hartan hau hauei
    hauek hauetan hemen hemendik hemengo hi hona honek honela honetan honi hor hori horiei horiek horietan horko horra horrek horrela
    horretan horri hortik hura izan izango nahi ni noiz nola non nondik nongo nor nora nork ze zein zen zenbait zenbat zer zergatik zituen
    ziren zituzten zu zuek zuen zuten`,
}

const all = { ...lists, ...MORE_STOP_WORDS }

export type StoppedLanguage = keyof typeof all

const toSet = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).map(withoutAccents))

/** Without accents, because words are compared without them. */
export const STOP_WORDS = Object.fromEntries(
  Object.entries(all).map(([language, list]) => [language, toSet(list)]),
) as Readonly<Record<StoppedLanguage, ReadonlySet<string>>>
