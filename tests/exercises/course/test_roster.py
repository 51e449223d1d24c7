"""Class lists: whom a name stands for, and everything that can be wrong with a list."""

import pytest

from tracer.exercises.course.roster import Roster, Student, fold, read_roster

ADA = Student("ada1", "Ada García", "ada@x.org")
BOB = Student("bob2", "Bob Lee", "bob@x.org")


def listed(tmp_path, content):
    path = tmp_path / "list.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_roster(path)


@pytest.mark.parametrize(
    "content",
    [
        "id,name,e-mail\nada1,Ada García,ada@x.org\nbob2,Bob Lee,bob@x.org\n",
        "\n\ufeffE-Mail;ID;Name\nada@x.org;ada1;Ada García\n\nbob@x.org;bob2;Bob Lee\n".lstrip(),
        "Surname\tFirst name\tID number\tEmail address\nGarcía\tAda\tada1\tada@x.org\n"
        "Lee\tBob\tbob2\tbob@x.org",
        "Course: games\n\n1, 2 and 3;;;\nMatrikelnummer;Name;E-Mail\nada1;Ada García;ada@x.org\n"
        "bob2;Bob Lee;bob@x.org\n",
        "id|Section|name|mail\r\nada1|A|Ada García|ada@x.org\r\nbob2|B|Bob Lee|bob@x.org\r\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_columns_separators_and_encodings(tmp_path, content, encoding):
    content = content.removeprefix("\ufeff")
    assert [s[:3] for s in listed(tmp_path, content.encode(encoding))] == [ADA[:3], BOB[:3]]


@pytest.mark.parametrize("first", ["sep=;\n", '"sep=;"\r\n', "SEP=; \n"])
def test_excel_and_moodle_in_german(tmp_path, first):
    rows = "Vorname;Nachname;ID-Nummer;E-Mail-Adresse\nAda;García;ada1;ada@x.org\n"
    assert [s[:3] for s in listed(tmp_path, first + rows)] == [ADA[:3]]


@pytest.mark.parametrize(
    "head",
    [
        "Prénom,Nom de famille,Numéro d'identification,Adresse de courriel",
        "Nombre,Apellido(s),Número de ID,Dirección de correo",
        "First Name,Last Name,Student No.,Email",
    ],
)
def test_lists_in_other_languages_and_without_staff(tmp_path, head):
    rows = "Ada,García,ada1,ada@x.org,Student\nPro,Fessor,,p@x.org,Instructor\n"
    assert [s[:3] for s in listed(tmp_path, f"{head},Role\n{rows}")] == [ADA[:3]]


def test_a_number_beside_an_id_only_counts_the_rows(tmp_path):
    (ada,) = listed(tmp_path, "Number,Student ID,Name\n7,ada1,Ada\n")
    assert (ada.id, ada.others) == ("ada1", ())
    assert [s.id for s in listed(tmp_path, "Number,Name\n12345,Ada\n")] == ["12345"]


def test_lines_of_old_macs(tmp_path):
    assert [s.id for s in listed(tmp_path, b"id,name\rada1,Ada\rbob2,Bob\r")] == ["ada1", "bob2"]


def test_a_workbook_is_not_a_list(tmp_path):
    with pytest.raises(ValueError, match=r"list.csv is a workbook or a zip. Save .* as CSV"):
        listed(tmp_path, b"PK\x03\x04\x14\x00")


def test_a_table_of_floats(tmp_path):
    ada, bob = listed(tmp_path, "id,name\n12345.0,Ada\nbob.0,Bob\n")
    assert (ada.id, bob.id) == ("12345", "bob.0")


def test_a_list_of_ids(tmp_path):
    assert [s.id for s in listed(tmp_path, "ada1\n bob2 \n\n")] == ["ada1", "bob2"]


def test_the_grade_book_of_canvas(tmp_path):
    (ada,) = listed(
        tmp_path,
        "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
        '"García, Ada",12345,u77,ada@x.org,A\n',
    )
    assert ada.id == "12345" and ada.others == ("u77", "ada@x.org")
    for text in ("12345", "U77", "garciaada", "Ada Garcia", "ada@x.org"):
        assert Roster([ada]).named(text) == (ada,), text


@pytest.mark.parametrize(
    "text", ["ADA1", " ada 1", "ada@X.org", "ada", "ada garcia", "García, Ada", "garciaada"]
)
def test_whom_a_text_stands_for(text):
    assert Roster([ADA, BOB]).named(text) == (ADA,)


def test_nobody_and_namesakes():
    twin = Student("ada3", "ada garcia")
    roster = Roster([ADA, BOB, twin])
    assert roster.named("Ada García") == (ADA, twin)
    assert roster.named("zoe") == roster.named("") == roster.named("  ") == ()
    assert Roster([Student("lee", "Kim"), Student("7", "Lee")]).named("lee")[0].id == "lee"


def test_only_what_looks_alike_is_folded():
    assert fold("  Zoë  Ångström ") == "zoeangstrom"
    assert fold("किरण") != fold("करण") and fold("山田") == "山田"


@pytest.mark.parametrize(
    "content, said",
    [
        ("", "The class list is empty"),
        ("id,name\n", "The class list is empty"),
        ("name,e-mail\nAda,a@x.org\n", "no column that is called id. Its first line must name"),
        ("Ada,a@x.org\n", "no column that is called id"),
        ("Course\nAda,a@x.org\n", "no column that is called id"),
        ("id,name\nada1,Ada\n,Bob\n", "no id for Bob"),
        ("id,name\nada1,Ada\n ADA1,Bob\n", "an id twice: 'ada1' and 'ADA1'"),
        ("ada\nAda\n", "an id twice"),
        ('id,name\n"ada1,Ada\nbob2,Bob\n', "is not valid CSV: unexpected end of data"),
        ("id,name\n1.23E+11,Ada\n", "id '1.23E+11', which a spreadsheet has rounded"),
    ],
)
def test_bad_lists(tmp_path, content, said):
    with pytest.raises(ValueError, match=r"^list.csv: The class list") as error:
        listed(tmp_path, content)
    assert said in str(error.value)


def test_no_list(tmp_path):
    with pytest.raises(ValueError, match=r"cannot be read: No such file"):
        read_roster(tmp_path / "nowhere.csv")
