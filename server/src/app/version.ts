/** The version shown by /health and the API document. A test keeps it equal to package.json. */
export const VERSION = '0.2.0'
