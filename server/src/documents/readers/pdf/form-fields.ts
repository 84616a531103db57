import type { PdfPage, TextItem } from './open-pdf.ts'
import { glyphsOf } from './scripts/drawn-glyphs.ts'

const HIDDEN = 2
const USUAL_SIZE = 10

/**
 * Form values, text annotations, signatures and stamps, at their visible position. Comments that have to be opened are
 * not part of the text.
 */
export async function formItems(page: PdfPage): Promise<TextItem[]> {
  // Damaged annotations don't affect the text.
  const annotations: Annotation[] = await page.getAnnotations().catch(() => [])
  const drawn = annotations.some(isDrawn) ? await drawnTexts(page) : new Map<unknown, string>()
  return annotations.flatMap((annotation) =>
    toItems(annotation, isDrawn(annotation) ? (drawn.get(annotation.id) ?? '') : textOf(annotation)),
  )
}

interface Annotation {
  id?: unknown
  hasAppearance?: unknown
  subtype?: unknown
  fieldType?: unknown
  fieldValue?: unknown
  checkBox?: unknown
  radioButton?: unknown
  exportValue?: unknown
  buttonValue?: unknown
  contentsObj?: unknown
  annotationFlags?: unknown
  password?: unknown
  rect?: unknown
}

/** Signatures and stamps have no value: what they say is drawn. */
const isDrawn = ({ hasAppearance, fieldType, subtype }: Annotation): boolean =>
  hasAppearance === true && (fieldType === 'Sig' || subtype === 'Stamp')

/** What is drawn for each annotation of a page. */
async function drawnTexts(page: PdfPage): Promise<Map<unknown, string>> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const moves: unknown[] = [OPS.beginText, OPS.setTextMatrix, OPS.moveText, OPS.nextLine]
  const texts = new Map<unknown, string>()
  let id: unknown
  const { fnArray, argsArray } = await page.getOperatorList()
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index]
    if (operator === OPS.beginAnnotation) id = Array.isArray(args) ? args[0] : undefined
    else if (operator === OPS.endAnnotation) id = undefined
    if (id === undefined) continue
    const before = texts.get(id) ?? ''
    if (moves.includes(operator)) texts.set(id, `${before}\n`)
    else if (operator === OPS.showText) texts.set(id, before + glyphsOf(args).join(''))
  }
  return texts
}

function toItems({ rect, annotationFlags, password }: Annotation, text: string): TextItem[] {
  const isHidden = typeof annotationFlags === 'number' && (annotationFlags & HIDDEN) !== 0
  if (isHidden || password === true || !isRectangle(rect)) return []
  const [left, bottom, right, top] = rect
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const step = Math.min((top - bottom) / Math.max(lines.length, 1), 2 * USUAL_SIZE)
  const size = Math.max(1, Math.min(USUAL_SIZE, step * 0.8))
  return lines.map((str, at) => ({
    str,
    width: Math.min(right - left, str.length * size * 0.5),
    height: size,
    // In the middle of its line, where letters beside it stand too.
    transform: [size, 0, 0, size, left, top - at * step - (step + size * 0.6) / 2],
  }))
}

const isRectangle = (rect: unknown): rect is [number, number, number, number] =>
  Array.isArray(rect) &&
  rect.length === 4 &&
  rect.every((side) => typeof side === 'number' && Number.isFinite(side))

function textOf(annotation: Annotation): string {
  const { subtype, fieldType, fieldValue, contentsObj } = annotation
  if (subtype === 'Widget' && fieldType === 'Btn') return boxOf(annotation)
  if (subtype === 'Widget' && (fieldType === 'Tx' || fieldType === 'Ch')) {
    const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
    return values.filter((value) => typeof value === 'string').join(', ')
  }
  const isTyped = subtype === 'FreeText' && typeof contentsObj === 'object' && contentsObj !== null
  return isTyped && 'str' in contentsObj && typeof contentsObj.str === 'string' ? contentsObj.str : ''
}

/** As in Word files. Buttons that are pressed show nothing. */
function boxOf({ checkBox, radioButton, fieldValue, exportValue, buttonValue }: Annotation): string {
  if (checkBox !== true && radioButton !== true) return ''
  const chosen = checkBox === true ? exportValue : buttonValue
  return typeof chosen === 'string' && chosen === fieldValue ? '☒' : '☐'
}
