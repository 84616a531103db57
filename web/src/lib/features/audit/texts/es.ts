import type { Texts } from './en.ts'

export const es: Texts = {
  text: 'Qué hicieron los administradores y qué herramientas se denegaron. Las líneas no se pueden cambiar; se guardan 400 días.',
  textSystem:
    'Qué hicieron los administradores de todas las organizaciones y qué herramientas se denegaron. Las líneas se guardan 400 días.',
  search: 'Buscar en lo que se hizo',
  which: 'Qué se muestra',
  kinds: { all: 'Todo', refused: 'Herramientas denegadas' },
  list: 'Registro de auditoría',
  when: 'Cuándo',
  who: 'Quién',
  what: 'Qué',
  organization: 'Organización',
  organizationOf: (id) => `Organización ${id}`,
  nobody: 'Un programa',
  on: (object) => `en ${object}`,
  verbs: {
    post: 'Creó o inició',
    put: 'Cambió',
    delete: 'Eliminó',
    refused: 'Se denegó una herramienta',
    other: 'Hecho',
  },
  denied: 'Denegado',
  older: 'Mostrar anteriores',
  end: 'Eso era todo.',
  emptyTitle: 'Todavía no hay nada anotado',
  emptyText:
    'En cuanto un administrador cambie un ajuste, o a una herramienta se le niegue lo que alguien no puede ver, aparecerá aquí una línea.',
  noneTitle: 'Nada encaja',
  noneText: 'Prueba con una parte de lo que se hizo, como «users» o «settings».',
}
