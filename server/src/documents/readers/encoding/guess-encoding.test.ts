import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const BYTES = [0x80, 0x92, 0x93, 0x94, 0x97, 0x9c]

/** The bytes of a text in an encoding, found by decoding all characters of one or two bytes. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const known = new Map<string, number[]>()
  const note = (...bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if ([...character].length === 1 && character !== '\uFFFD' && !known.has(character))
      known.set(character, bytes)
  }
  for (let one = 0; one < 256; one++) note(one)
  // Some releases of Node decode it as Latin-1.
  if (encoding === 'windows-1252')
    for (const [at, letter] of [...'€’“”—œ'].entries()) known.set(letter, [BYTES[at] ?? 0])
  if (/jis|euc|gb|big5/.test(encoding))
    for (let first = 0x81; first < 0xff; first++)
      for (let second = 0x40; second < 0xff; second++) note(first, second)
  return Uint8Array.from([...text].flatMap((character) => known.get(character) ?? [0x3f]))
}

const RUSSIAN = 'Растения получают энергию от солнца. Ученики читают книгу о листьях и корнях.'

describe('an older encoding that nothing declares', () => {
  it.each([
    ['shift_jis', '植物は光のエネルギーを使って水と二酸化炭素から糖を作ります。葉は緑色です。'],
    ['euc-jp', '植物は光のエネルギーを使って水と二酸化炭素から糖を作ります。葉は緑色です。'],
    ['gb18030', '植物利用太阳的能量生长。学生们在学校里学习这些知识，老师会对他们说明。'],
    ['big5', '植物利用太陽的能量生長。學生們在學校裡學習這些知識，老師會對他們說明。'],
    ['euc-kr', '식물은 햇빛의 에너지를 이용하여 자란다. 학생들은 학교에서 이것을 배우고 있다.'],
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['windows-1253', 'Τα φυτά παίρνουν ενέργεια από τον ήλιο. Οι μαθητές διαβάζουν ένα βιβλίο.'],
    ['windows-1255', 'הצמחים מקבלים אנרגיה מן השמש. התלמידים קוראים ספר על העלים והשורשים.'],
    ['windows-1256', 'تحصل النباتات على الطاقة من الشمس. يقرأ الطلاب كتابا عن الأوراق والجذور في المدرسة.'],
    ['iso-8859-5', RUSSIAN],
    ['ibm866', RUSSIAN],
    ['koi8-u', 'Рослини отримують енергію від сонця. Учні читають книжку про їхнє листя і коріння.'],
    ['iso-8859-7', 'Άνθη και φυτά παίρνουν ενέργεια από τον ήλιο. Οι μαθητές διαβάζουν ένα βιβλίο.'],
    ['windows-874', 'พืชได้รับพลังงานจากดวงอาทิตย์ นักเรียนอ่านหนังสือเกี่ยวกับใบและราก'],
    ['windows-1250', 'Rostliny získávají energii ze slunce. Žáci čtou příběh o listech a kořenech.'],
    [
      'windows-1250',
      'A növények a naptól kapnak energiát. A gyűrű erős, a tanulók könyvből tanulnak, hűvös erdőben.',
    ],
    [
      'windows-1250',
      'Plantele îşi iau energia de la soare. Elevii citesc o carte despre rădăcini şi frunze, în şcoală.',
    ],
    ['iso-8859-2', 'Rośliny pobierają energię ze słońca. Uczniowie czytają książkę o liściach.'],
    [
      'windows-1254',
      'Bitkiler enerjiyi güneşten alır. Öğrenciler yapraklar hakkında bir kitap okuyor, kışın dışarıda.',
    ],
    [
      'windows-1257',
      'Augalai gauna energiją iš saulės. Mokiniai skaito knygą apie lapus ir šaknis, žiūri į medžius.',
    ],
    ['macintosh', 'Les élèves préfèrent l’été; à Noël, ils étudient la photosynthèse.'],
    ['windows-1250', 'Rośliny pobierają energię ze słońca. Uczniowie czytają książkę o liściach.'],
  ])('%s', (encoding, text) => {
    expect(decodeText(encode(text, encoding))).toBe(text)
    // As in a table, with ASCII in between.
    const table = `name;value\n${text};12\nabc;${text}\n`
    expect(decodeText(encode(table, encoding))).toBe(table)
  })

  it('ISO-2022-JP, whose bytes are all ASCII', () => {
    const bytes = Buffer.from('\x1b$B?"J*\x1b(B (plants)\n', 'latin1')
    expect(decodeText(bytes)).toBe('植物 (plants)\n')
    // A terminal's colours are no such marks.
    expect(decodeText(Buffer.from('\x1b[1mbold\x1b[0m costs $5'))).toContain('costs $5')
  })

  it.each([
    'L’été, c’est l’énergie — “photosynthèse” à 20 €.',
    'Les plantes col·laboren: àèéíòóúïüç, “què?”, 3a ½ lliçó nº 4',
    'Größe, Äpfel und Öfen: 5 µm ± 2 °C',
    'El niño comió piñones; ¿cuántos? ¡Muchos! 1ª y 2º',
    'été',
    'à',
    'anglès, francès, portuguès, japonès, holandès, irlandès, danès',
    'Suðurkorea, Færøerne, Århus, Göteborg, São Tomé',
  ])('stays Windows-1252: %s', (text) => {
    expect(decodeText(encode(text, 'windows-1252'))).toBe(text)
  })

  it('a long Western text with many accents', () => {
    const text = 'Été à Noël, où l’élève préféré dégusté être ça œuvre; '.repeat(500)
    expect(decodeText(encode(text, 'windows-1252')) === text).toBe(true)
  })
})
