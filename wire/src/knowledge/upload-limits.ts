/** Without zod, so that the web app can import it. */
export const MAX_FILE_BYTES = 200 * 1024 * 1024
