/** The version that /health and the API document tell. Kept equal to package.json by a test. */
export const VERSION = '0.2.0'
