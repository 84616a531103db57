import type { Texts } from './en.ts'

export const es: Texts = {
  text: 'Acciones de los administradores y llamadas a herramientas denegadas. Las entradas no se pueden cambiar y se guardan 400 días.',
  textSystem:
    'Acciones de los administradores de todas las organizaciones y llamadas a herramientas denegadas. Las entradas se guardan 400 días.',
  search: 'Buscar acciones',
  which: 'Filtro',
  kinds: { all: 'Todo', refused: 'Llamadas denegadas' },
  list: 'Registro de auditoría',
  when: 'Fecha',
  who: 'Persona',
  what: 'Acción',
  organization: 'Organización',
  organizationOf: (id) => `Organización ${id}`,
  program: 'Un programa',
  on: (object) => `en ${object}`,
  verbs: {
    post: 'Creado o iniciado',
    put: 'Cambió',
    delete: 'Eliminó',
    refused: 'Llamada a herramienta denegada',
    other: 'Otra acción',
  },
  denied: 'Denegado',
  older: 'Cargar entradas anteriores',
  end: 'No hay más entradas',
  emptyTitle: 'Aún no hay entradas',
  emptyText: 'Aquí aparecerán los cambios de los administradores y las llamadas a herramientas denegadas.',
  noneTitle: 'Sin resultados',
  noneText: 'Prueba con una parte de la acción, como «users» o «settings».',
}
