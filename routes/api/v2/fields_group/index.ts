import { hidden } from '#src/openapi/hidden.js'
import fieldGroups from '../field_groups/index.js'

// The contract spells this path differently in its headings and in its examples: both work.
export default hidden(fieldGroups)
