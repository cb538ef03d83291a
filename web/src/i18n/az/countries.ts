/**
 * The countries in Azerbaijani, in the order of `COUNTRIES` of the contract, because browsers without Azerbaijani names
 * show English ones. After the Unicode CLDR; six have the names that are usual in Azerbaijan.
 */
export const COUNTRY_NAMES: readonly string[] = (
  'Andorra; Birləşmiş Ərəb Əmirlikləri; Əfqanıstan; Antiqua və Barbuda; Angilya; Albaniya; Ermənistan; ' +
  'Anqola; Antarktika; Argentina; Amerika Samoası; Avstriya; Avstraliya; Aruba; Aland adaları; Azərbaycan; ' +
  'Bosniya və Herseqovina; Barbados; Banqladeş; Belçika; Burkina Faso; Bolqarıstan; Bəhreyn; Burundi; Benin; ' +
  'Sent-Bartelemi; Bermud adaları; Bruney; Boliviya; Karib Niderlandı; Braziliya; Baham adaları; Butan; ' +
  'Buve adası; Botsvana; Belarus; Beliz; Kanada; Kokos (Kilinq) adaları; Konqo Demokratik Respublikası; ' +
  'Mərkəzi Afrika Respublikası; Konqo Respublikası; İsveçrə; Kotd’ivuar; Kuk adaları; Çili; Kamerun; Çin; ' +
  'Kolumbiya; Kosta Rika; Kuba; Kabo-Verde; Kurasao; Milad adası; Kipr; Çexiya; Almaniya; Cibuti; Danimarka; ' +
  'Dominika; Dominikan Respublikası; Əlcəzair; Ekvador; Estoniya; Misir; Qərbi Saxara; Eritreya; İspaniya; ' +
  'Efiopiya; Finlandiya; Fici; Folklend adaları; Mikroneziya; Farer adaları; Fransa; Qabon; Böyük Britaniya; ' +
  'Qrenada; Gürcüstan; Fransa Qvianası; Gernsi; Qana; Cəbəllütariq; Qrenlandiya; Qambiya; Qvineya; ' +
  'Qvadelupa; Ekvatorial Qvineya; Yunanıstan; Cənubi Corciya və Cənubi Sendviç adaları; Qvatemala; Quam; ' +
  'Qvineya-Bisau; Qayana; Honq-Konq; Herd və Makdonald adaları; Honduras; Xorvatiya; Haiti; Macarıstan; ' +
  'İndoneziya; İrlandiya; İsrail; Men adası; Hindistan; Britaniyanın Hind Okeanı Ərazisi; İraq; İran; ' +
  'İslandiya; İtaliya; Cersi; Yamayka; İordaniya; Yaponiya; Keniya; Qırğızıstan; Kamboca; Kiribati; ' +
  'Komor adaları; Sent-Kits və Nevis; Şimali Koreya; Cənubi Koreya; Küveyt; Kayman adaları; Qazaxıstan; ' +
  'Laos; Livan; Sent-Lusiya; Lixtenşteyn; Şri-Lanka; Liberiya; Lesoto; Litva; Lüksemburq; Latviya; Liviya; ' +
  'Mərakeş; Monako; Moldova; Monteneqro; Sent Martin; Madaqaskar; Marşal adaları; Şimali Makedoniya; Mali; ' +
  'Myanma; Monqolustan; Makao; Şimali Marian adaları; Martinik; Mavritaniya; Monserat; Malta; Mavriki; ' +
  'Maldiv adaları; Malavi; Meksika; Malayziya; Mozambik; Namibiya; Yeni Kaledoniya; Niger; Norfolk adası; ' +
  'Nigeriya; Nikaraqua; Niderland; Norveç; Nepal; Nauru; Niue; Yeni Zelandiya; Oman; Panama; Peru; ' +
  'Fransa Polineziyası; Papua-Yeni Qvineya; Filippin; Pakistan; Polşa; Müqəddəs Pyer və Mikelon; ' +
  'Pitkern adaları; Puerto Riko; Fələstin Əraziləri; Portuqaliya; Palau; Paraqvay; Qətər; Reyunyon; ' +
  'Rumıniya; Serbiya; Rusiya; Ruanda; Səudiyyə Ərəbistanı; Solomon adaları; Seyşel adaları; Sudan; İsveç; ' +
  'Sinqapur; Müqəddəs Yelena; Sloveniya; Svalbard və Yan-Mayen; Slovakiya; Syerra-Leone; San-Marino; ' +
  'Seneqal; Somali; Surinam; Cənubi Sudan; San-Tome və Prinsipi; Salvador; Sint-Marten; Suriya; Esvatini; ' +
  'Törks və Kaykos adaları; Çad; Fransanın Cənub Əraziləri; Toqo; Tailand; Tacikistan; Tokelau; Şərqi Timor; ' +
  'Türkmənistan; Tunis; Tonqa; Türkiyə; Trinidad və Tobaqo; Tuvalu; Tayvan; Tanzaniya; Ukrayna; Uqanda; ' +
  'ABŞ-a bağlı kiçik adacıqlar; Amerika Birləşmiş Ştatları; Uruqvay; Özbəkistan; Vatikan; ' +
  'Sent-Vinsent və Qrenadinlər; Venesuela; Britaniyanın Virgin adaları; ABŞ Virgin adaları; Vyetnam; ' +
  'Vanuatu; Uollis və Futuna; Samoa; Yəmən; Mayot; Cənubi Afrika Respublikası; Zambiya; Zimbabve'
).split('; ');
