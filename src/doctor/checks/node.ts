import { driverPackage, nodeIsTooOld } from '../../database/driver-package.mjs'
import { failure, ok, type Check } from '../check.js'

/** This Node runs the service. */
export const node: Check = {
  name: 'node',
  look: () => driverPackage === null ? failure(nodeIsTooOld, 'Install Node 24') : ok(`Node ${process.versions.node}`)
}
