/** The version of Loci, the same in every package. */
export const version = '0.1.0'
