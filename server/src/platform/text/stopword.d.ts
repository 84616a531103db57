declare module 'stopword' {
  export const cat: readonly string[]
  export const eus: readonly string[]
  export const heb: readonly string[]
  export const hin: readonly string[]
  export const pol: readonly string[]
  export const vie: readonly string[]
}
