import { hidden } from '#src/openapi/hidden.js'
import fieldGroups from '../field_groups/index.js'

// The contract's headings write the path so, its examples the other way: both are answered alike.
export default hidden(fieldGroups)
