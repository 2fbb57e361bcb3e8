import { words } from '../../dialects/sql-dialect.ts'

/**
 * Functions of PostgreSQL 18 whose parameters have types that a translated function may have, according to pg_proc.
 * Without a schema, a call of a function with the same name could mean them.
 */
const names = words(
  'abs acos acosd acosh age any_value array_agg array_reverse array_sample array_shuffle ascii asin asind ' +
    'asinh atan atan2 atan2d atand atanh avg bit bit_and bit_length bit_or bit_xor bool bool_and bool_or ' +
    'booland_statefunc booleq boolge boolgt boolle boollt boolne boolor_statefunc boolout boolsend casefold cbrt ' +
    'ceil ceiling char char_length character_length chr clock_timestamp concat concat_ws corr cos cosd cosh cot ' +
    'cotd count covar_pop covar_samp crc32 crc32c cume_dist current_database current_query current_schema ' +
    'current_schemas current_setting current_user date date_add date_bin date_cmp date_cmp_timestamp ' +
    'date_cmp_timestamptz date_eq date_eq_timestamp date_eq_timestamptz date_ge date_ge_timestamp ' +
    'date_ge_timestamptz date_gt date_gt_timestamp date_gt_timestamptz date_larger date_le date_le_timestamp ' +
    'date_le_timestamptz date_lt date_lt_timestamp date_lt_timestamptz date_mi date_mii date_ne ' +
    'date_ne_timestamp date_ne_timestamptz date_out date_part date_pli date_send date_smaller date_subtract ' +
    'date_trunc datemultirange daterange daterange_subdiff decode degrees dense_rank div erf erfc every exp ' +
    'extract factorial first_value floor format gamma gcd gen_random_uuid generate_series get_current_ts_config ' +
    'getdatabaseencoding getpgusername in_range inet_client_addr inet_client_port inet_server_addr ' +
    'inet_server_port initcap integer_pl_date is_normalized isfinite lag last_value lastval lcm lead left length ' +
    'lgamma like like_escape ln log log10 loread lower lpad ltrim make_date make_interval make_time ' +
    'make_timestamp make_timestamptz max md5 min min_scale mod mode money name normalize notlike now nth_value ' +
    'ntile num_nonnulls num_nulls nummultirange numrange numrange_subdiff octet_length oid overlaps overlay ' +
    'parse_ident percent_rank percentile_cont percentile_disc phraseto_tsquery pi plainto_tsquery ' +
    'plpgsql_call_handler point position pow power quote_ident quote_literal quote_nullable radians random ' +
    'random_normal rank regclass regexp_count regexp_instr regexp_like regexp_match regexp_matches ' +
    'regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right round ' +
    'row_number row_security_active rpad rtrim scale session_user set_config setseed sign similar_escape ' +
    'similar_to_escape sin sind sinh split_part sqrt starts_with statement_timestamp stddev stddev_pop ' +
    'stddev_samp string_agg string_to_array string_to_table strpos substr substring sum ' +
    'suppress_redundant_updates_trigger tan tand tanh text text_ge text_gt text_larger text_le text_lt ' +
    'text_pattern_ge text_pattern_gt text_pattern_le text_pattern_lt text_smaller textanycat textcat texteq ' +
    'textlen textne textout textsend time timeofday timestamp timestamp_cmp timestamp_cmp_date ' +
    'timestamp_cmp_timestamptz timestamp_eq timestamp_eq_date timestamp_eq_timestamptz timestamp_ge ' +
    'timestamp_ge_date timestamp_ge_timestamptz timestamp_gt timestamp_gt_date timestamp_gt_timestamptz ' +
    'timestamp_hash timestamp_hash_extended timestamp_larger timestamp_le timestamp_le_date ' +
    'timestamp_le_timestamptz timestamp_lt timestamp_lt_date timestamp_lt_timestamptz timestamp_mi timestamp_ne ' +
    'timestamp_ne_date timestamp_ne_timestamptz timestamp_out timestamp_send timestamp_smaller timestamptz ' +
    'timetz timezone to_ascii to_bin to_char to_date to_hex to_json to_jsonb to_number to_oct to_timestamp ' +
    'to_tsquery to_tsvector transaction_timestamp translate trim_scale trunc ts_debug ts_match_tt ts_parse ' +
    'ts_stat ts_token_type tsmultirange tsrange tsrange_subdiff tstzmultirange tstzrange tstzrange_subdiff ' +
    'unique_key_recheck unistr upper uuidv4 uuidv7 var_pop var_samp variance version websearch_to_tsquery ' +
    'width_bucket xml xml_is_well_formed xml_is_well_formed_content xml_is_well_formed_document xmlcomment',
)

/** The beginnings of further names. No list of them is needed, because few people would choose them. */
const families =
  /^(?:pg_|int[248]|float[48]|bt|numeric|timestamptz?_|hash(?:float|int|text|_numeric)|has_\w+_privilege$|lo_|jsonb?_|to_reg|query_to_|database_to_|txid_|regr_)/

export const isOfPostgresql = (name: string): boolean => names.has(name) || families.test(name)
