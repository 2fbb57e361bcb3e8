/** How every request to an address that a customer gave names us. */
export const userAgent = 'Rowmill/1'

/** How many redirects the file of an address may be away. */
export const redirectsMax = 5
