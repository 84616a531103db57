/** The news on the start page, by language. */
export const NEWS: ReadonlyMap<string, string> = new Map([
  [
    'en',
    `# Welcome to Bellwether

Here you build assistants for your students out of tools: documents, rubrics, other assistants.

1. **Create** an assistant and say how it should answer.
2. **Give it tools**, and try it in the chat beside the form.
3. **Publish** it, and your students will find it where they already work.
`,
  ],
  [
    'es',
    `# Te damos la bienvenida a Bellwether

Aquí construyes asistentes para tus estudiantes a partir de herramientas: documentos, rúbricas, otros asistentes.

1. **Crea** un asistente e indica cómo debe responder.
2. **Dale herramientas** y pruébalo en el chat que hay junto al formulario.
3. **Publícalo**, y tus estudiantes lo encontrarán allí donde ya trabajan.
`,
  ],
  [
    'ca',
    `# Et donem la benvinguda a Bellwether

Aquí construeixes assistents per als teus estudiants a partir d'eines: documents, rúbriques, altres assistents.

1. **Crea** un assistent i indica com ha de respondre.
2. **Dona-li eines** i prova'l al xat que hi ha al costat del formulari.
3. **Publica'l**, i els teus estudiants el trobaran allà on ja treballen.
`,
  ],
  [
    'eu',
    `# Ongi etorri Bellwetherrera

Hemen zure ikasleentzako laguntzaileak eraikitzen dituzu, tresnak erabiliz: dokumentuak, errubrikak, beste laguntzaile batzuk.

1. **Sortu** laguntzaile bat eta adierazi nola erantzun behar duen.
2. **Eman tresnak**, eta probatu formularioaren ondoko txatean.
3. **Argitaratu**, eta zure ikasleek lan egiten duten tokian bertan aurkituko dute.
`,
  ],
])
