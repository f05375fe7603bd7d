export const driverPackage: string | null
export const nodeIsTooOld: string
