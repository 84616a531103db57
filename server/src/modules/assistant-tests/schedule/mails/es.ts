import type { RegressionTexts } from './en.ts'

export const es: RegressionTexts = {
  subject: (assistant, count) =>
    count === 1 ? `Ahora falla una prueba de ${assistant}` : `Ahora fallan ${count} pruebas de ${assistant}`,
  text: (assistant, count) =>
    count === 1
      ? `Una prueba de ${assistant} que se superó en la última ejecución ahora falla:`
      : `${count} pruebas de ${assistant} que se superaron en la última ejecución ahora fallan:`,
  more: (count) => `y ${count} más`,
  model: (before, after) => `El modelo ha cambiado de ${before} a ${after}.`,
  version: (before, after) => `El asistente ha cambiado de la versión ${before} a la versión ${after}.`,
  same: 'No han cambiado ni el nombre del modelo ni el asistente. Puede que el proveedor haya actualizado el modelo.',
  link: 'Abrir las pruebas',
  why: 'Recibes este correo porque elegiste ejecutar estas pruebas automáticamente. Puedes desactivarlo en la misma página.',
}
