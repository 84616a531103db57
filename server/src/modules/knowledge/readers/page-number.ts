/** A number alone, or with the word for page: `3`, `- 3 -`, `iv`, `Page 3 of 12`, `pàg. 3/12`. */
export const PAGE_NUMBER =
  /^[\s\-–—·|[(]*(?:(?:page|pages|pág|pag|pàg|página|pagina|pàgina|orrialdea|orr|or|seite|p|pg|pp)\.?\s*)?(\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|de|von|sur|di)\s*\d{1,4})?(?:\.?\s*(?:orrialdea|orr))?[\s\-–—·|\])]*$/iu
