import { getContext, setContext } from 'svelte'

const KEY = Symbol('edited assistant')
type EditedAssistant = () => number | undefined

/** Tells the pickers on this page which assistant is being edited. */
export const setEditedAssistant = (id: EditedAssistant): void => void setContext(KEY, id)

export const editedAssistant = (): EditedAssistant | undefined => getContext<EditedAssistant | undefined>(KEY)
