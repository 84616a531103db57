/** Whether another site shows this page in a frame. */
export const isEmbedded = (): boolean => window.self !== window.top
