/**
 * Sentences about anything and everything, in the languages that are asked in most. How near a question is to these is what chance gives:
 * a knowledge base with three passages has no other measure of it.
 */
export const BACKGROUND_TEXTS: readonly string[] = [
  'The harbour was rebuilt after the storm, and fishing boats returned in spring.',
  'Add the flour slowly, stir until smooth, and let the dough rest for an hour.',
  'The committee will vote on the new budget at its meeting next Tuesday.',
  'A triangle with two equal sides has two equal angles.',
  'She bought a second-hand bicycle and rides it to the station every morning.',
  'Interest on the loan is paid twice a year, in June and in December.',
  'The orchestra tuned its instruments while the audience took their seats.',
  'Volcanic soil holds water well and is rich in minerals.',
  'El equipo local perdió el partido en los últimos minutos.',
  'La biblioteca abre de lunes a viernes de nueve a dos.',
  'El contrato puede rescindirse con un mes de antelación.',
  'Las ballenas jorobadas recorren miles de kilómetros cada invierno.',
  'El tren con destino a Sevilla saldrá por la vía cuatro.',
  'La levadura transforma el azúcar en alcohol y dióxido de carbono.',
  'El mercat del poble es fa els dimecres a la plaça major.',
  'Cal signar els documents abans de lliurar-los a secretaria.',
  'La collita de raïm ha estat més curta que la de l’any passat.',
  'El pont romànic travessa el riu a l’entrada de la vila.',
  'Etxeko atea gorriz margotu zuten joan den udan.',
  'Mendiko bidea elurrez estalita dago abendutik martxora.',
  'Liburutegian isilik egon behar da irakurtzen dagoenarentzat.',
  'Cette lettre a été écrite par un médecin de campagne.',
  'Die Ausstellung zeigt Möbel und Stoffe aus drei Jahrhunderten.',
  'for (let i = 0; i < rows.length; i++) total += rows[i].price',
]
