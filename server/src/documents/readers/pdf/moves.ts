type Matrix = readonly [number, number, number, number, number, number]

interface Operators {
  save: number
  restore: number
  transform: number
  paintFormXObjectBegin: number
  paintFormXObjectEnd: number
}

const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0]

/** Tracks the current transformation of a page's drawing commands. */
export class Moves {
  readonly #operators: Operators
  readonly #kept: Matrix[] = []
  #current: Matrix = UNMOVED

  constructor(operators: Operators) {
    this.#operators = operators
  }

  follow(operator: number, args: unknown): void {
    const { save, restore, transform, paintFormXObjectBegin, paintFormXObjectEnd } = this.#operators
    if (operator === save) this.#kept.push(this.#current)
    else if (operator === restore || operator === paintFormXObjectEnd)
      this.#current = this.#kept.pop() ?? UNMOVED
    else if (operator === transform) this.#move(args)
    else if (operator === paintFormXObjectBegin) {
      this.#kept.push(this.#current)
      if (Array.isArray(args)) this.#move(args[0])
    }
  }

  /** The position of an image, which is drawn in a unit square. */
  box() {
    const [a, b, c, d, e, f] = this.#current
    const [x1, x2] = [e + Math.min(0, a) + Math.min(0, c), e + Math.max(0, a) + Math.max(0, c)]
    const [y1, y2] = [f + Math.min(0, b) + Math.min(0, d), f + Math.max(0, b) + Math.max(0, d)]
    return { left: x1, bottom: y1, right: x2, top: y2 }
  }

  #move(matrix: unknown): void {
    const numbers = ArrayBuffer.isView(matrix) ? Array.from(matrix as unknown as ArrayLike<unknown>) : matrix
    if (!Array.isArray(numbers) || numbers.length < 6 || !numbers.every(Number.isFinite)) return
    const [a, b, c, d, e, f] = numbers as unknown as Matrix
    const [A, B, C, D, E, F] = this.#current
    this.#current = [
      a * A + b * C,
      a * B + b * D,
      c * A + d * C,
      c * B + d * D,
      e * A + f * C + E,
      e * B + f * D + F,
    ]
  }
}
