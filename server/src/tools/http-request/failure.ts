/** A miss that we expect. Its words are safe to tell: no secret, and nothing of what the other server wrote. */
export class HttpToolFailure extends Error {}
