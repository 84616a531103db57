const KAPPA_READINGS = ['none', 'slight', 'fair', 'moderate', 'substantial', 'strong'] as const
export type KappaReading = (typeof KAPPA_READINGS)[number]

/** The usual bands of Landis and Koch. Pure. */
export function readKappa(kappa: number): KappaReading {
  if (kappa <= 0) return 'none'
  if (kappa <= 0.2) return 'slight'
  if (kappa <= 0.4) return 'fair'
  if (kappa <= 0.6) return 'moderate'
  return kappa <= 0.8 ? 'substantial' : 'strong'
}
