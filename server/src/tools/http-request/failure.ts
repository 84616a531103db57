import { ToolFailure } from '../tool-failure.ts'

/** An expected failure. Its message is safe to show: it contains no secret and no text of the other server. */
export class HttpToolFailure extends ToolFailure {}
